import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ModalDialog } from "../../app/ui/lazy/dialog";
import { addShowModal, removeShowModal } from "../setup/modal-dialogs";

let isTouchScreen = false;

// What jsdom doesn't have.
beforeEach(() => {
  isTouchScreen = false;
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: isTouchScreen && query === "(pointer: coarse)" }));
  addShowModal();
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  removeShowModal();
  Reflect.deleteProperty(Element.prototype, "scrollTo");
});

let closed = 0;

function Dialog({ contentKey = "/login" }: { contentKey?: string }) {
  return (
    <ModalDialog title="Вход в клуб" contentKey={contentKey} onClose={() => (closed += 1)}>
      <input type="hidden" name="intent" />
      <input aria-label="Куда" readOnly />
      <select aria-label="Роль" />
      <input aria-label="Телефон" />
    </ModalDialog>
  );
}

it("§2.3.3 a dialog has the name of its heading, and its close button closes it once", async () => {
  closed = 0;
  render(<Dialog />);
  expect(screen.getByRole<HTMLDialogElement>("dialog", { name: "Вход в клуб" }).open).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Закрыть" }));
  expect(closed).toBe(1);
});

it("§2.3.3 the focus goes to the first field that can be filled in, and again when the content has changed", () => {
  const { rerender } = render(<Dialog />);
  expect(document.activeElement).toBe(screen.getByLabelText("Роль"));
  screen.getByLabelText("Телефон").focus();
  rerender(<Dialog />);
  expect(document.activeElement).toBe(screen.getByLabelText("Телефон"));
  rerender(<Dialog contentKey="/recovery" />);
  expect(document.activeElement).toBe(screen.getByLabelText("Роль"));
});

it("§2.3.3 on a touch screen the heading has the focus, so that no keyboard covers the form", () => {
  isTouchScreen = true;
  render(<Dialog />);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Вход в клуб" }));
});

it("§2.3.3 a press outside closes the dialog, and marking text from the inside to the outside doesn't", () => {
  closed = 0;
  render(<Dialog />);
  const dialog = screen.getByRole("dialog");
  dialog.getBoundingClientRect = () => new DOMRect(100, 100, 200, 200);
  const press = (begin: number, end: number) => {
    // jsdom's pointer events have no place.
    fireEvent(dialog, new MouseEvent("pointerdown", { bubbles: true, clientX: begin, clientY: begin }));
    fireEvent.click(dialog, { clientX: end, clientY: end });
    return closed;
  };
  expect([press(150, 150), press(150, 50), press(50, 150)]).toEqual([0, 0, 0]);
  expect(press(50, 50)).toBe(1);
});

it("§2.3.3 the page below doesn't scroll while the dialog is open, and scrolls as before afterwards", () => {
  document.documentElement.style.overflow = "clip";
  const { unmount } = render(<Dialog />);
  expect(document.documentElement.style.overflow).toBe("hidden");
  unmount();
  expect(document.documentElement.style.overflow).toBe("clip");
  document.documentElement.style.overflow = "";
});
