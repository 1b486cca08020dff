import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RowErrors } from "../../app/ui/lazy/row-errors";

const errors = [
  { row: 0, field: "Лист «Май»", message: "Не прочитан." },
  { row: 1200, field: "ИНН", message: "Не участвует в клубе." },
];

it("§3.10 what of a file wasn't read is told beside the rows that were refused", () => {
  render(<RowErrors errors={errors} caption="Ошибки" />);
  for (const text of ["Файл", "Лист «Май»", /^№ 1\s200$/]) expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByText("№ 0")).toBeNull();
});
