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
  const lists = new Set(Array.from(html.matchAll(CLASSES), ([, list = ""]) => list));
  const wanted = new Set<StyleSheet>();
  for (const list of lists) {
    for (const name of list.split(" ")) for (const sheet of sheetsOfClass(name)) wanted.add(sheet);
  }
  const layers = LAYERS.map((layer) => {
    const rules = sheets.filter((sheet) => sheet.layer === layer && (ALWAYS.has(layer) || wanted.has(sheet)));
    return `@layer ${layer}{${rules.map(({ css }) => css).join("")}}`;
  });
  return layers.join("");
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
