import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ErrorSummary } from "../../console/ui/field";

test("architecture: each link of the console's errors names its field and leads to it; an abbreviation stays as it is", () => {
  render(
    <ErrorSummary
      errors={{ participant: "Заполните поле.", inn: "ИНН из 10 или 12 цифр.", code: "Код уже использован." }}
      labels={{ participant: "Участник", inn: "Компания" }}
    />,
  );
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Участник: заполните поле.", "#participant"],
    ["Компания: ИНН из 10 или 12 цифр.", "#inn"],
    ["Код уже использован.", "#code"],
  ]);
});
