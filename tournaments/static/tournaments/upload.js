// A file that is too large (data-most-bytes) is refused here, before the minutes that sending it would take. The server
// refuses it too, but a browser that is cut off while sending shows no answer.

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.dataset.mostBytes) return;
  const tooLarge = [...(input.files || [])].some((file) => file.size > Number(input.dataset.mostBytes));
  input.setCustomValidity(tooLarge ? input.dataset.tooLarge || "" : "");
  input.reportValidity();
});
