import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Spinner } from "../../app/ui/core/shell/spinner";

describe("spinner", () => {
  test("§2.3.4 it is hidden while nothing runs, and in the HTML of every page, so that it never stays without script", () => {
    render(<Spinner busy={false} />);
    expect(screen.queryByRole("status")).toBeNull();
    expect(renderToString(<Spinner busy={false} />)).toMatch(/hidden=""/);
  });

  test("§2.3.4 it is announced to screen readers while calls run, and taken away afterwards", () => {
    const { rerender } = render(<Spinner busy />);
    expect(screen.getByRole("status").textContent).toBe("Загружаем");
    rerender(<Spinner busy={false} />);
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("§2.3.4 it covers the screen, and only after 300 ms, so that fast calls don't flash", () => {
    const css = readFileSync("app/styles/components/spinner.css", "utf8");
    const rule = /\.spinner \{([^}]*)\}/.exec(css)?.[1] ?? "";
    expect(rule).toMatch(/position: fixed/);
    expect(rule).toMatch(/inset: 0/);
    expect(rule).toMatch(/animation: [^;]*\b(300ms|0?\.3s)\b/);
  });
});
