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

const CLASSES = /\sclass="([^"]+)"/g;

/**
 * The styles of the components whose classes are in the HTML, in the order and the layers of the complete style sheet
 * (decision 51).
 */
export function selectStyles(html: string): string {
  const wanted = new Set(sheetsOf(html));
  return LAYERS.map((layer) => {
    const rules = sheets.filter((sheet) => sheet.layer === layer && (ALWAYS.has(layer) || wanted.has(sheet)));
    return `@layer ${layer}{${joinRules(rules)}}`;
  }).join("");
}

/** Those of a further part of a page that the part before it doesn't need. */
export function selectFurtherStyles(html: string, before: string): string {
  const present = new Set(sheetsOf(before));
  const wanted = new Set(sheetsOf(html));
  return LAYERS.map((layer) => {
    const rules = sheets.filter((sheet) => sheet.layer === layer && wanted.has(sheet) && !present.has(sheet));
    return rules.length > 0 ? `@layer ${layer}{${joinRules(rules)}}` : "";
  }).join("");
}

function joinRules(rules: readonly StyleSheet[]): string {
  return rules.map(({ css }) => css).join("");
}

function sheetsOf(html: string): StyleSheet[] {
  const lists = new Set(Array.from(html.matchAll(CLASSES), ([, list = ""]) => list));
  return [...lists].flatMap((list) => list.split(" ").flatMap(sheetsOfClass));
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
