import type { CSSProperties, ReactNode } from "react";
import tokens from "../../styles/base/tokens.css?raw";

const VARIABLE = /(--[\w-]+):\s*([^;]+);/g;
const [light = "", dark = ""] = tokens.split("@media");

const styles = {
  light: { ...readTokens(light), colorScheme: "light" },
  dark: { ...readTokens(light), ...readTokens(dark), colorScheme: "dark" },
};

/** Its content in one scheme, whatever the system prefers: the tokens are read from their own file. */
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
