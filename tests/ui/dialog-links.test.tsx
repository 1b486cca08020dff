import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, useContext } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DialogLinks } from "../../app/features/dialogs/dialog-links";
import { type DialogPages, findDialogLink } from "../../app/features/dialogs/find-dialog-link";
import { handleBackButton, savePageIndex } from "../../app/features/dialogs/history-entry";
import { redirectInDialog } from "../../app/features/dialogs/redirect-in-dialog";
import type { NoticeView } from "../../app/ui/core/notice";
import { DialogSwap } from "../../app/ui/lazy/dialog-form";
import { addShowModal, removeShowModal } from "../setup/modal-dialogs";

const ORIGIN = window.location.origin;

// What jsdom doesn't have.
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  addShowModal();
  Element.prototype.scrollTo = () => undefined;
  window.history.replaceState({ idx: 0 }, "", "/");
});
afterEach(() => {
  vi.unstubAllGlobals();
  removeShowModal();
  Reflect.deleteProperty(Element.prototype, "scrollTo");
});

/** A form that shows for which address it is, and leads on to another. */
function Content({ href }: { href: string }) {
  const swap = useContext(DialogSwap);
  return (
    <>
      <p>Форма {href}</p>
      <button type="button" onClick={() => swap("/activation")}>
        Дальше
      </button>
      <a href="/restore">Забыли пароль?</a>
    </>
  );
}

const load = async () => ({ default: Content });
const pages: DialogPages = {
  "/login": { title: "Вход в клуб", flow: "entrance", load },
  "/activation": { title: "Подтвердите телефон", flow: "entrance", load },
  "/restore": { title: "Новый пароль", flow: "entrance", load },
  "/feedback": { title: "Обратная связь", flow: "feedback", load },
};

const Given = createContext<NoticeView | null>(null);

function Page() {
  return (
    <>
      <a href="/login?mode=email">Войти</a>
      <a href="/login" target="_blank" rel="noreferrer">
        В новом окне
      </a>
      <a href="/login" download>
        Сохранить
      </a>
      <a href="/nowhere">Без окна</a>
      <details className="drop-down" open>
        <summary>Меню</summary>
        <a href="/feedback/">Написать</a>
      </details>
      <DialogLinks pages={pages} notice={useContext(Given)} />
    </>
  );
}

function openPage() {
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  const pageWith = (notice: NoticeView | null) => (
    <Given.Provider value={notice}>
      <Stub />
    </Given.Provider>
  );
  const { rerender } = render(pageWith({ kind: "info", text: "Прежнее" }));
  return { tell: (text: string) => rerender(pageWith({ kind: "info", text })) };
}

const dialogNow = () => (window.history.state as { dialog?: string }).dialog;

it("§2.3.3 a plain press opens the dialog of exactly this address; any other press is the browser's", async () => {
  openPage();
  /** Whether the browser itself would follow the link. */
  const isFollowed = (name: string, press: MouseEventInit = {}) => {
    let followed = false;
    const note = (event: Event) => {
      followed = !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener("click", note, { once: true });
    fireEvent.click(screen.getByText(name), press);
    return followed;
  };
  for (const press of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
    expect([press, isFollowed("Войти", press)]).toEqual([press, true]);
  }
  expect(["В новом окне", "Сохранить", "Без окна"].filter((name) => isFollowed(name))).toHaveLength(3);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(isFollowed("Войти")).toBe(false);
  expect(await screen.findByText("Форма /login?mode=email")).toBeTruthy();
});

it("§2.3.3 the dialog has one entry of the history, whatever it shows, and gives the focus back when it is closed", async () => {
  openPage();
  const opener = screen.getByRole("link", { name: "Войти" });
  opener.focus();
  const before = window.history.length;
  await userEvent.click(opener);
  await screen.findByRole("dialog", { name: "Вход в клуб" });
  expect([dialogNow(), window.history.length]).toEqual(["/login?mode=email", before + 1]);
  await userEvent.click(screen.getByRole("button", { name: "Дальше" }));
  await screen.findByRole("dialog", { name: "Подтвердите телефон" });
  expect([dialogNow(), window.history.length]).toEqual(["/activation", before + 1]);
  await userEvent.click(screen.getByRole("button", { name: "Закрыть" }));
  await waitFor(() => expect([screen.queryByRole("dialog"), dialogNow()]).toEqual([null, undefined]));
  await waitFor(() => expect(document.activeElement).toBe(opener));
  // Forward shows again what the dialog has shown last, and Back closes it.
  window.history.forward();
  await screen.findByText("Форма /activation");
  window.history.back();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("§2.3.3 after a link in the dialog the focus goes back to what has opened the first one", async () => {
  openPage();
  const opener = screen.getByRole("link", { name: "Войти" });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole("link", { name: "Забыли пароль?" }));
  await screen.findByRole("dialog", { name: "Новый пароль" });
  await userEvent.click(screen.getByRole("button", { name: "Закрыть" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it("§2.3.3 a press in a menu closes the menu, which has the focus after the dialog", async () => {
  openPage();
  await userEvent.click(screen.getByRole("link", { name: "Написать" }));
  await screen.findByText("Форма /feedback");
  expect(document.querySelector("details")?.open).toBe(false);
  (document.activeElement as HTMLElement).blur();
  await userEvent.click(screen.getByRole("button", { name: "Закрыть" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Меню")));
});

it("§2.3.3 a dialog says what has come to pass in it, and doesn't repeat what the page said before", async () => {
  const { tell } = openPage();
  await userEvent.click(screen.getByRole("link", { name: "Войти" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).not.toContain("Прежнее");
  tell("Пароль отправлен");
  expect(dialog.textContent).toContain("Пароль отправлен");
});

it("§2.3.3 an address has a dialog on this site only, not over a page of the same steps, and not where traffic is spared", () => {
  const find = (address: string, fromPage = false) => findDialogLink(pages, new URL(address, ORIGIN), fromPage)?.href;
  expect(find("/login/?mode=email")).toBe("/login?mode=email");
  expect([find("https://other.example/login"), find("/nowhere"), find("/")]).toEqual([undefined, undefined, undefined]);
  window.history.replaceState({ idx: 0 }, "", "/activation/");
  expect([find("/login", true), find("/login"), find("/feedback", true)]).toEqual([undefined, "/login", "/feedback"]);
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  expect(find("/login")).toBeUndefined();
  vi.stubGlobal("navigator", { connection: { saveData: false } });
  expect(find("/login")).toBe("/login");
  removeShowModal();
  expect(find("/login")).toBeUndefined();
});

it("§2.3.3 Back between pages is the router's; from a later page it passes over the entry of a dialog", () => {
  const told: string[] = [];
  let isOpen = false;
  const dialog = { isOpen: () => isOpen, close: () => told.push("close"), open: (href: string) => told.push(href) };
  const back = vi.spyOn(window.history, "back").mockImplementation(() => void told.push("back"));
  const router = () => told.push("router");
  const stop = handleBackButton(dialog);
  window.addEventListener("popstate", router);
  const pop = (state: object | null) => {
    told.length = 0;
    window.dispatchEvent(new PopStateEvent("popstate", { state }));
    return told.join();
  };
  window.history.replaceState({ idx: 2 }, "");
  savePageIndex();
  expect(pop({ idx: 1 })).toBe("router");
  expect(pop(null)).toBe("router");
  expect(pop({ idx: 2, dialog: "/login" })).toBe("/login");
  expect(pop({ idx: 1, dialog: "/login" })).toBe("back");
  isOpen = true;
  expect(pop({ idx: 2 })).toBe("close");
  // The page below is left, too.
  expect(pop({ idx: 1 })).toBe("router");
  stop();
  expect(pop({ idx: 2 })).toBe("router");
  window.removeEventListener("popstate", router);
  back.mockRestore();
});

it("§4.8 a form in a dialog leads to the activation in it; any other redirect, and one on the page itself, is followed", async () => {
  const answer = (location: string | null, page: string) => {
    window.history.replaceState({ idx: 0 }, "", page);
    const request = new Request(`${ORIGIN}/register/manager`, { method: "POST" });
    const reply = new Response(null, { status: 302, headers: location ? { Location: location } : {} });
    const serverAction = () => Promise.reject(reply);
    return redirectInDialog({ request, params: {}, serverAction } as never).catch((thrown) => thrown === reply);
  };
  expect(await answer("/activation", "/")).toEqual({ redirectTo: "/activation" });
  expect(await answer("/activation", "/register/manager")).toBe(true);
  expect(await answer("/login", "/")).toBe(true);
  expect(await answer(null, "/")).toBe(true);
  const request = new Request(`${ORIGIN}/activation`, { method: "POST" });
  const done = { status: "success" };
  expect(await redirectInDialog({ request, params: {}, serverAction: async () => done } as never)).toBe(done);
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await redirectInDialog({ request, params: {}, serverAction: lost } as never)).toMatchObject({ lost: true });
});
