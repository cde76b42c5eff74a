/**
 * Sets a custom property of an element by CSSOM (a style attribute would be refused by the Content-Security-Policy), and only
 * where it is another: setting it again would have the browser look up the styles of all that stands below.
 * @param {HTMLElement} element @param {string} name @param {string} value
 */
export function setMeasure(element, name, value) {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
