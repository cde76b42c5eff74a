// The forms of the reference: an optional field that is left empty is not part of the question. An empty text is one.

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("formdata", (event) => {
    for (const field of form.querySelectorAll("[data-optional]")) {
      if (field instanceof HTMLInputElement && field.value === "") event.formData.delete(field.name);
    }
  });
}
