import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { TaskErrors } from "../../app/features/invites/task-progress";
import { RowErrors } from "../../app/features/reports/row-errors";

const errors = [
  { row: 0, field: "Лист «Май»", message: "Не прочитан." },
  { row: 1200, field: "ИНН", message: "Не участвует в клубе." },
];

it("§3.10 what of a file wasn't read is told beside the rows that were refused", () => {
  render(
    <>
      <RowErrors errors={errors} caption="Ошибки" />
      <TaskErrors errors={errors} />
    </>,
  );
  expect(screen.getAllByText("Файл")).toHaveLength(2);
  expect(screen.getAllByText("Лист «Май»")).toHaveLength(2);
  expect(screen.getAllByText(/^№ 1\s200$/)).toHaveLength(2);
  expect(screen.queryByText("№ 0")).toBeNull();
});
