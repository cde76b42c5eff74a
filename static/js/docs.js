// The forms of the reference: an optional field that is left empty is not part of the question. An empty text is one.

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("formdata", (event) => {
    for (const field of form.querySelectorAll("[data-optional]")) {
      if (field instanceof HTMLInputElement && field.value === "") event.formData.delete(field.name);
    }
  });
}

/** A schema that a link leads to is opened: its fields are what was asked for. */
function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener('hashchange', openTarget);
openTarget();
