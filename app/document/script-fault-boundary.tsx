import { Component, type ReactNode } from "react";
import { fallBackToHtml } from "./script-fault";
import { readTypedFields, type TypedField } from "./typed-fields";

interface Fault {
  /** The HTML that stood there before; null as long as nothing has failed. */
  page: string | null;
  typed: TypedField[];
}

/**
 * Stands around the document. When a component throws in the browser, the HTML that stood there stays in view, without handlers,
 * until the server's arrives with the scripts held back. Errors of loaders and actions don't come here: they have their pages.
 */
export class ScriptFaultBoundary extends Component<{ children: ReactNode }, Fault> {
  static shownPath: string | undefined;

  static getDerivedStateFromError(): Fault {
    // Called before React changes the document. A page that is being left for another has nothing typed for it.
    const { shownPath } = ScriptFaultBoundary;
    const isOwn = shownPath === undefined || shownPath === location.pathname;
    return { page: document.documentElement.innerHTML, typed: isOwn ? readTypedFields(document) : [] };
  }

  // A field of the class would be syntax of ES2022.
  constructor(props: { children: ReactNode }) {
    super(props);
    this.state = { page: null, typed: [] };
  }

  override componentDidMount() {
    ScriptFaultBoundary.shownPath = location.pathname;
  }

  override componentDidUpdate() {
    ScriptFaultBoundary.shownPath = location.pathname;
  }

  override componentDidCatch() {
    fallBackToHtml(this.state.typed);
  }

  override render() {
    const { page } = this.state;
    return page === null ? this.props.children : <html lang="ru" dangerouslySetInnerHTML={{ __html: page }} />;
  }
}

/**
 * For the `ErrorBoundary` of a route below the root: hands on an error that is none of a loader, an action or the network, so
 * that `ScriptFaultBoundary` gets it. @throws the error
 */
export function passScriptFault(error: unknown): void {
  if (typeof window === "undefined") return;
  const known: unknown[] = Object.values(window.__remixRouter?.state.errors ?? {});
  if (!known.includes(error)) throw error;
}
