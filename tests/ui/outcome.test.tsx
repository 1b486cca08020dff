import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, useContext } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Notice, type NoticeView } from "../../app/ui/core/notice";
import { Outcome } from "../../app/ui/core/shell/outcome";

const Given = createContext<NoticeView | null>(null);

const Page = () => <Outcome notice={useContext(Given)} />;

function open(notice: NoticeView) {
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  const { container } = render(
    <Given.Provider value={notice}>
      <Stub />
    </Given.Provider>,
  );
  return () => container.querySelector(".outcome");
}

it("§8.1 what has failed is announced at once, and what has succeeded politely", async () => {
  for (const [kind, role] of [
    ["error", "alert"],
    ["success", "status"],
  ] as const) {
    const bar = open({ kind, text: `Итог ${kind}` });
    await waitFor(() => expect(bar()?.getAttribute("role")).toBe(role));
    // The bar alone announces it.
    expect(bar()?.querySelector("[role=alert], [role=status]")).toBe(null);
  }
});

it("§8.1 what the server has said can be closed once there is script, and has no button before", async () => {
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  const given: NoticeView = { kind: "success", text: "Сохранено" };
  const html = renderToString(
    <Given.Provider value={given}>
      <Stub />
    </Given.Provider>,
  );
  expect(html).toContain("Сохранено");
  expect(html).not.toContain("Закрыть");
});

it("§8.1 a notice within the page announces itself by its kind", () => {
  render(
    <>
      <Notice kind="error">Не отправлено</Notice>
      <Notice kind="warning">Скоро закончится</Notice>
    </>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Не отправлено");
  expect(screen.getByRole("status").textContent).toContain("Скоро закончится");
});

it("§8.1 an outcome can be closed, and the place where the next one is announced stays", async () => {
  const bar = open({ kind: "error", text: "Не отправлено" });
  await userEvent.click(await screen.findByRole("button", { name: "Закрыть" }));
  expect([bar()?.textContent, bar()?.getAttribute("role")]).toEqual(["", "status"]);
});
