import { PDF_VIEWER_HEIGHT_PX } from "../../../contract/values";

/** The text of a rules document: numbered headings and paragraphs, separated by empty lines. */
export function RulesText({ text }: { text: string }) {
  return (
    <div className="stack">
      {splitSections(text).map(({ heading, paragraphs }) => (
        <section key={heading + (paragraphs[0] ?? "")}>
          {heading && <h2>{heading}</h2>}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  );
}

interface RulesSection {
  heading: string;
  paragraphs: string[];
}

function splitSections(text: string): RulesSection[] {
  const sections: RulesSection[] = [];
  for (const block of text.split(/\n\s*\n/)) {
    const isHeading = /^\d+\.\s+\S.{0,80}$/.test(block);
    const last = sections[sections.length - 1];
    if (isHeading) sections.push({ heading: block, paragraphs: [] });
    else if (last) last.paragraphs.push(block);
    else sections.push({ heading: "", paragraphs: [block] });
  }
  return sections;
}

interface RulesViewerProps {
  title: string;
  link: string;
  /** Shows only a link, because Android can't show a PDF within a page (§2.1.8). */
  withoutViewer: boolean;
}

/** The file of a rules document, in the page or behind a link. */
export function RulesViewer({ title, link, withoutViewer }: RulesViewerProps) {
  const file = (
    <p>
      <a className="button button--secondary" href={link}>
        Открыть документ (PDF)
      </a>
    </p>
  );
  if (withoutViewer) return file;
  return (
    <object data={link} type="application/pdf" width="100%" height={PDF_VIEWER_HEIGHT_PX} aria-label={title}>
      <p>Этот браузер не показывает PDF на странице.</p>
      {file}
    </object>
  );
}
