/** Programs put what older ones don't know into `Choice`, and what they read instead into `Fallback`. */
const COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const PASSED = new Set(["AlternateContent", "Fallback"]);

type Attributes = Readonly<Record<string, string>>;

/**
 * Tells which elements of a document are in the namespace of its root. A prefix that isn't declared is taken for the root's, as some
 * programs write it.
 */
export class Namespaces {
  #root: string | undefined;
  /** By prefix, and before an element that declares some the former ones. */
  #known = new Map<string, string>();
  readonly #former: { depth: number; known: Map<string, string> }[] = [];
  #depth = 0;
  /** How deep the element is within which nothing is told; 0: none. */
  #foreign = 0;
  #hasPrefixes = false;
  #declares = false;
  /** Whether names without a prefix are in the namespace of the root: nearly all are. */
  #isPlainOwn = false;

  /** Whether the text that comes is in an element that is told. */
  get isOwn(): boolean {
    return this.#foreign === 0;
  }

  /** Takes the name of an attribute of the element that is opened next. */
  meet(name: string): void {
    if (name.includes(":")) this.#hasPrefixes = true;
    if (name.startsWith("xmlns")) this.#declares = true;
  }

  /** @returns the local name of an element that is told */
  open(name: string, given: Attributes): string | undefined {
    if (this.#declares) this.#declare(given);
    this.#declares = false;
    this.#depth += 1;
    if (this.#foreign > 0) return undefined;
    const at = name.indexOf(":");
    const local = at < 0 ? name : name.slice(at + 1);
    if (this.#depth === 1) {
      this.#root = this.#known.get(name.slice(0, Math.max(0, at)));
      this.#isPlainOwn = this.#isOwn("");
    }
    if (local === "extLst" || !(at < 0 ? this.#isPlainOwn : this.#isOwn(name.slice(0, at)))) {
      const isPassed = PASSED.has(local) && this.#known.get(name.slice(0, Math.max(0, at))) === COMPATIBILITY;
      if (!isPassed) this.#foreign = this.#depth;
      return undefined;
    }
    return local;
  }

  /** The attributes of the element that was opened last, without prefixes. */
  choose(given: Attributes): Attributes {
    if (!this.#hasPrefixes) return given;
    this.#hasPrefixes = false;
    return this.#chooseAttributes(given);
  }

  /** @returns the local name of an element that is told */
  close(name: string): string | undefined {
    const at = name.indexOf(":");
    const isTold = this.#foreign === 0 && (at < 0 ? this.#isPlainOwn : this.#isOwn(name.slice(0, at)));
    if (this.#foreign === this.#depth) this.#foreign = 0;
    const former = this.#former.at(-1);
    if (former?.depth === this.#depth) {
      this.#known = former.known;
      this.#former.pop();
      this.#isPlainOwn = this.#isOwn("");
    }
    this.#depth -= 1;
    if (!isTold) return undefined;
    return at < 0 ? name : name.slice(at + 1);
  }

  #declare(given: Attributes): void {
    this.#former.push({ depth: this.#depth + 1, known: this.#known });
    this.#known = new Map(this.#known);
    for (const [name, value] of Object.entries(given)) {
      if (name === "xmlns") this.#known.set("", value);
      else if (name.startsWith("xmlns:")) this.#known.set(name.slice("xmlns:".length), value);
    }
    this.#isPlainOwn = this.#isOwn("");
  }

  #isOwn(prefix: string): boolean {
    const namespace = this.#known.get(prefix);
    return namespace === undefined || namespace === this.#root;
  }

  /** Attributes without a prefix, and those that name a relationship. */
  #chooseAttributes(given: Attributes): Attributes {
    const chosen: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      const at = name.indexOf(":");
      const namespace = at < 0 ? undefined : this.#known.get(name.slice(0, at));
      if (at < 0) chosen[name] = value;
      else if (namespace === undefined || namespace.endsWith("/relationships")) chosen[name.slice(at + 1)] ??= value;
    }
    return chosen;
  }
}
