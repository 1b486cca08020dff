import { Link, Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useRef } from "react";
import { expect, it } from "vitest";
import { SiteLayout } from "../../app/ui/core/shell/site-layout";

function Layout() {
  const header = (
    <>
      <Link to="/promo">Акции</Link>
      <Link to="/promo#rules">Условия</Link>
      <Link to="/search">Поиск</Link>
      <Link to="/?page=2">Дальше</Link>
    </>
  );
  return (
    <SiteLayout header={header} outcome={null} footer={null}>
      <Outlet />
    </SiteLayout>
  );
}

/** A page that takes the focus by itself. */
function Search() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="Что найти" />;
}

const Home = () => <h1>Главная</h1>;

const Promotions = () => <section id="rules">Условия акции</section>;

async function follow(name: string) {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: Layout,
      children: [
        { index: true, Component: Home },
        { path: "promo", Component: Promotions },
        { path: "search", Component: Search },
      ],
    },
  ]);
  render(<Stub />);
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(screen.getByRole("link", { name }));
}

it("architecture: after a navigation the focus is at the content of the new page", async () => {
  await follow("Акции");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

it("architecture: an address that names a part of the page takes the focus there", async () => {
  await follow("Условия");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Условия акции")));
});

it("architecture: a field of the new page that has taken the focus keeps it", async () => {
  await follow("Поиск");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Что найти")));
});

it("architecture: another part of the same list leaves the focus at the link that was pressed", async () => {
  await follow("Дальше");
  await userEvent.click(screen.getByRole("link", { name: "Дальше" }));
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Дальше" }));
});
