/** Gives `dialog` elements the `showModal` that jsdom doesn't have. */
export function addShowModal(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
}

export function removeShowModal(): void {
  Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal");
}
