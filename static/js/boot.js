/**
 * Starts the page. It imports nothing by itself, so that it can say when a part of the page did not come, where the page would
 * have been: nobody is left before an empty sheet.
 */
import('./main.js').catch((error) => {
  console.error(error);
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.textContent = 'A part of the page did not come. ';
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = 'Load it again';
  button.addEventListener('click', () => location.reload());
  words.append(button);
  document.querySelector('#boot .progress')?.replaceWith(words);
});
