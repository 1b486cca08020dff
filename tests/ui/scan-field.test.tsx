import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ScanField } from "../../app/ui/lazy/scan-field";

const choose = (input: HTMLInputElement, ...files: File[]) => fireEvent.change(input, { target: { files } });

it("§5.16 a file that isn't accepted keeps the form from being sent, until another one is chosen", async () => {
  render(<ScanField shell={{ id: "documents", result: null }} name="passport_main" label="Разворот" />);
  const input = screen.getByLabelText<HTMLInputElement>(/Разворот/);
  choose(input, new File(["<html>"], "page.html", { type: "text/html" }));
  await waitFor(() => expect(input.validationMessage).toMatch(/PDF/));
  expect(input.validity.customError).toBe(true);
  expect(screen.queryByText(/page.html/)).toBeNull();
  choose(input, new File(["%PDF-"], "passport.pdf", { type: "application/pdf" }));
  await waitFor(() => expect(document.body.textContent).toContain("passport.pdf, 1\u00a0КБ"));
  expect(input.validity.customError).toBe(false);
});
