import { useNavigate, useSearchParams } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FilterForm } from "../../app/ui/core/filter-form";
import { SearchField } from "../../app/ui/core/text-field";

function Page() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const search = query.get("search") ?? "";
  return (
    <>
      <p>Показано: {search}</p>
      <FilterForm label="Поиск" resetTo={search ? "/list" : undefined}>
        <SearchField shell={{ id: "f", result: null }} name="search" label="Что найти" defaultValue={search} />
      </FilterForm>
      <button type="button" onClick={() => navigate(-1)}>
        К прошлому
      </button>
    </>
  );
}

function open() {
  const Stub = createRemixStub([{ path: "/list", Component: Page }]);
  render(<Stub initialEntries={["/list"]} />);
  return {
    field: () => screen.getByLabelText<HTMLInputElement>("Что найти"),
    shows: (search: string) => screen.findByText(`Показано: ${search}`.trim()),
  };
}

it("§9.1 after Back the field has what the list is filtered by then, and not what was typed since", async () => {
  const { field, shows } = open();
  await userEvent.type(field(), "свеча{Enter}");
  await shows("свеча");
  await userEvent.clear(field());
  await userEvent.type(field(), "фильтр{Enter}");
  await shows("фильтр");
  await userEvent.click(screen.getByRole("button", { name: "К прошлому" }));
  await shows("свеча");
  await waitFor(() => expect(field().value).toBe("свеча"));
});

it("§9.1 without a filter the field is empty; after a search it keeps what was typed and the focus", async () => {
  const { field, shows } = open();
  await userEvent.type(field(), "свеча{Enter}");
  await shows("свеча");
  expect([field().value, document.activeElement === field()]).toEqual(["свеча", true]);
  await userEvent.click(screen.getByRole("link", { name: "Сбросить" }));
  await shows("");
  await waitFor(() => expect(field().value).toBe(""));
});
