import { LRUCache } from "lru-cache";

// The minified text of every file of app/styles, by its path.
const files = import.meta.glob<string>(["../styles/*/*.css", "../styles/overrides.css"], {
  query: "?inline",
  import: "default",
  eager: true,
});

/** In the order of app/styles/index.css. */
const FOLDERS = ["base", "layout", "components", "features", "overrides"];
/** The folders that every page gets whole. */
const ALWAYS = new Set(["base", "overrides"]);

interface StyleSheet {
  /** Of overrides.css its own name. */
  folder: string;
  /** Name of the component that it styles; all its classes begin with it. */
  component: string;
  css: string;
}

const sheets: readonly StyleSheet[] = Object.keys(files)
  .sort()
  .map((path) => {
    const [component = "", folder = component] = path.replace(".css", "").split("/").reverse();
    return { folder: folder === "styles" ? component : folder, component, css: files[path] ?? "" };
  })
  .sort((one, other) => FOLDERS.indexOf(one.folder) - FOLDERS.indexOf(other.folder));

/** The styles of the components whose classes are in the HTML, in the order of the complete style sheet (decision 51). */
export function selectStyles(html: string): string {
  const wanted = sheetsOf(html);
  return join(sheets.filter((sheet) => ALWAYS.has(sheet.folder) || wanted.has(sheet)));
}

/** Those of a further part of a page that the part before it doesn't need. */
export function selectFurtherStyles(html: string, before: string): string {
  const present = sheetsOf(before);
  const wanted = sheetsOf(html);
  return join(sheets.filter((sheet) => wanted.has(sheet) && !present.has(sheet)));
}

/** Many pages have the same selection, and equal texts that are one string are also hashed once. */
function join(selected: readonly StyleSheet[]): string {
  const names = selected.map(({ folder, component }) => `${folder}/${component}`).join(" ");
  return joined.memo(names, { context: selected });
}

const joined = new LRUCache<string, string, readonly StyleSheet[]>({
  max: 200,
  memoMethod: (_names, _stale, { context }) => context.map(({ css }) => css).join(""),
});

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
