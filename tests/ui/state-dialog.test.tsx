import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StateDialog } from "../../app/ui/core/state-dialog";
import { addShowModal, removeShowModal } from "../setup/modal-dialogs";

beforeEach(addShowModal);
afterEach(() => {
  performance.clearMarks("app-hydrated");
  removeShowModal();
});

function show(modal: boolean) {
  return render(
    <StateDialog title="Примите правила" modal={modal}>
      <input aria-label="Согласие" defaultValue="да" />
    </StateDialog>,
  );
}

it("§2.3.3 a question that comes during a visit stands in a dialog of its name; while the page comes alive, and a quiet one, in the page", () => {
  const early = show(true);
  expect(screen.queryByRole("dialog")).toBe(null);
  early.unmount();
  performance.mark("app-hydrated");
  const quiet = show(false);
  expect(screen.queryByRole("dialog")).toBe(null);
  quiet.unmount();
  show(true);
  expect(screen.getByRole("dialog", { name: "Примите правила" })).toHaveProperty("open", true);
});

it("§2.3.3 a dialog that is closed leaves its question in the page, with what was typed", () => {
  performance.mark("app-hydrated");
  const { unmount } = show(true);
  screen.getByLabelText<HTMLInputElement>("Согласие").value = "нет";
  screen.getByRole("dialog").dispatchEvent(new Event("close"));
  expect(screen.queryByRole("dialog")).toBe(null);
  expect(screen.getByRole("region", { name: "Примите правила" })).not.toBe(null);
  expect(screen.getByLabelText<HTMLInputElement>("Согласие").value).toBe("нет");
  unmount();
  expect(screen.queryByLabelText("Согласие")).toBe(null);
});
