import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { CopyField } from "../../app/ui/lazy/copy-field";

it("§2.4.2 the link that is copied is the one in the field, and the copy is announced; a refusal isn't", async () => {
  const user = userEvent.setup();
  render(<CopyField id="link" label="Ваша ссылка" value="https://club.example/?referral=7" />);
  expect(screen.getByRole("status").textContent).toBe("");
  await user.click(await screen.findByRole("button", { name: "Скопировать" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Скопировано"));
  expect(await navigator.clipboard.readText()).toBe("https://club.example/?referral=7");
  navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  await user.click(screen.getByRole("button", { name: "Скопировано" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(""));
});
