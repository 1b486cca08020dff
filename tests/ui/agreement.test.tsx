import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { AgreementForm } from "../../app/features/agreement/agreement-form";
import { usePageForm } from "../../app/ui/core/form";

function Page() {
  return <AgreementForm shell={usePageForm("agreement", null, "/agreement")} rulesLink="/media/rules.pdf" />;
}
const Site = createRemixStub([{ path: "/", Component: Page }]);

test("§5.13 the rules can be accepted as soon as the box is ticked, and not before", async () => {
  render(<Site />);
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Принять правила" });
  const box = screen.getByRole("checkbox");
  expect(button.disabled).toBe(true);
  await userEvent.click(box);
  expect(button.disabled).toBe(false);
  await userEvent.click(box);
  expect(button.disabled).toBe(true);
});

test("§5.13 without script the button can be pressed, and the server says what is missing", () => {
  const html = renderToString(<Site />);
  expect(html).toContain("Принять правила");
  expect(html).not.toMatch(/<button[^>]*disabled/);
});
