import type { CSSProperties, ReactNode } from "react";
import tokens from "../../styles/base/tokens.css?raw";

const VARIABLE = /(--[\w-]+):\s*([^;]+);/g;
const [light = "", dark = ""] = tokens.split("@media");

const styles = {
  light: { ...readTokens(light), colorScheme: "light" },
  dark: { ...readTokens(light), ...readTokens(dark), colorScheme: "dark" },
};

/** Renders its children in one colour scheme, whatever the system prefers, with the values from tokens.css. */
export function Scheme({ name, children }: { name: keyof typeof styles; children: ReactNode }) {
  const style = {
    ...styles[name],
    background: "var(--color-paper)",
    color: "var(--color-ink)",
    padding: 24,
  } as CSSProperties;
  return (
    <div className="stack" style={style}>
      {children}
    </div>
  );
}

function readTokens(css: string): Record<string, string> {
  return Object.fromEntries(Array.from(css.matchAll(VARIABLE), ([, name = "", value = ""]) => [name, value]));
}
