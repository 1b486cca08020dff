import { LRUCache } from "lru-cache";

// The minified text of every file of app/styles, by its path.
const files = import.meta.glob<string>(["../styles/*/*.css", "../styles/overrides.css"], {
  query: "?inline",
  import: "default",
  eager: true,
});

/** In the order of app/styles/index.css. */
const LAYERS = ["base", "layout", "components", "features", "overrides"];
/** The layers that every page gets whole. */
const ALWAYS = new Set(["base", "overrides"]);

interface StyleSheet {
  layer: string;
  /** Name of the component that it styles; all its classes begin with it. */
  component: string;
  css: string;
}

const sheets: readonly StyleSheet[] = Object.keys(files)
  .sort()
  .map((path) => {
    const [component = "", layer = component] = path.replace(".css", "").split("/").reverse();
    return { layer: layer === "styles" ? component : layer, component, css: files[path] ?? "" };
  })
  .sort((one, other) => LAYERS.indexOf(one.layer) - LAYERS.indexOf(other.layer));

/**
 * The styles of the components whose classes are in the HTML, in the order and the layers of the complete style sheet
 * (decision 51).
 */
export function selectStyles(html: string): string {
  const wanted = sheetsOf(html);
  const selected = sheets.filter((sheet) => ALWAYS.has(sheet.layer) || wanted.has(sheet));
  return joined.memo(namesOf(selected), { context: { selected, layers: LAYERS } });
}

/** Those of a further part of a page that the part before it doesn't need. */
export function selectFurtherStyles(html: string, before: string): string {
  const present = sheetsOf(before);
  const wanted = sheetsOf(html);
  const selected = sheets.filter((sheet) => wanted.has(sheet) && !present.has(sheet));
  const layers = LAYERS.filter((name) => selected.some(({ layer }) => layer === name));
  return joined.memo(`further ${namesOf(selected)}`, { context: { selected, layers } });
}

/** The text of a selection. Many pages have the same one, and equal texts that are one string are also hashed once. */
const joined = new LRUCache<string, string, { selected: readonly StyleSheet[]; layers: readonly string[] }>({
  max: 200,
  memoMethod: (_names, _stale, { context: { selected, layers } }) =>
    layers
      .map((name) => {
        const rules = selected.filter(({ layer }) => layer === name);
        return `@layer ${name}{${rules.map(({ css }) => css).join("")}}`;
      })
      .join(""),
});

function namesOf(selected: readonly StyleSheet[]): string {
  return selected.map(({ layer, component }) => `${layer}/${component}`).join(" ");
}

const CLASS_ATTRIBUTE = ' class="';

function sheetsOf(html: string): ReadonlySet<StyleSheet> {
  const lists = new Set<string>();
  for (let at = html.indexOf(CLASS_ATTRIBUTE); at >= 0; at = html.indexOf(CLASS_ATTRIBUTE, at)) {
    at += CLASS_ATTRIBUTE.length;
    lists.add(html.slice(at, html.indexOf('"', at)));
  }
  return new Set([...lists].flatMap((list) => list.split(" ").flatMap(sheetsOfClass)));
}

const known = new Map<string, readonly StyleSheet[]>();

/** `field-hint` belongs to the component `field`. */
function sheetsOfClass(name: string): readonly StyleSheet[] {
  const found = known.get(name);
  if (found) return found;
  const owners = sheets.filter(({ component }) => name === component || name.startsWith(`${component}-`));
  known.set(name, owners);
  return owners;
}
