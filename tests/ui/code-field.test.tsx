import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { CodeForm } from "../../app/features/registration/activation-form";
import { usePageForm } from "../../app/ui/core/form";

const Page = createRemixStub([{ path: "/", Component: Activation }]);

function Activation() {
  return <CodeForm shell={usePageForm("code", null)} />;
}

test("§5.12 the code field takes digits only, typed and pasted", async () => {
  render(<Page />);
  const field = screen.getByLabelText("Код из СМС") as HTMLInputElement;
  await userEvent.type(field, "1а2-");
  expect(field.value).toBe("12");
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste("Ваш код: 12 34 ");
  expect(field.value).toBe("1234");
});
