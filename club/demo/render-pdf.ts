import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A text in numbered sections. Its file name begins with `code`. */
export interface DocumentText {
  readonly code: string;
  readonly title: string;
  readonly sections: readonly DocumentSection[];
}

export interface DocumentSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

const INK = "#14171a";
const MUTED = "#5d6369";
const SIGNAL = "#ff6a13";

/**
 * Renders a document as an A4 PDF with its subject at the head of every page. The library and its Cyrillic fonts are
 * loaded here, so that a club that is seeded already starts without them.
 */
export async function renderPdf(document: DocumentText, subject: string): Promise<Buffer> {
  const { default: pdfmake } = await import("pdfmake");
  const fonts = join(dirname(createRequire(import.meta.url).resolve("pdfmake/package.json")), "fonts", "Roboto");
  pdfmake.setFonts({
    Roboto: { normal: join(fonts, "Roboto-Regular.ttf"), bold: join(fonts, "Roboto-Medium.ttf") },
  });
  // It may read only the fonts and fetch nothing.
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));
  pdfmake.setUrlAccessPolicy(() => false);
  const pdf = pdfmake.createPdf({
    info: { title: document.title, creationDate: new Date(0) },
    language: "ru",
    pageSize: "A4",
    pageMargins: [64, 72, 64, 64],
    defaultStyle: { font: "Roboto", fontSize: 10.5, lineHeight: 1.35, color: INK },
    header: {
      columns: [
        { text: `Клуб · ${subject}`, color: MUTED, fontSize: 8 },
        { text: document.code, color: MUTED, fontSize: 8, alignment: "right" },
      ],
      margin: [64, 36, 64, 0],
    },
    footer: (page, pages) => ({
      text: `${page} / ${pages}`,
      alignment: "right",
      color: MUTED,
      fontSize: 8,
      margin: [64, 16, 64, 0],
    }),
    content: [
      { text: document.title, fontSize: 22, bold: true, lineHeight: 1.15, margin: [0, 0, 0, 12] },
      {
        canvas: [{ type: "line", x1: 0, y1: 0, x2: 96, y2: 0, lineWidth: 3, lineColor: SIGNAL }],
        margin: [0, 0, 0, 12],
      },
      ...document.sections.flatMap(({ heading, paragraphs }, section) => [
        { text: `${section + 1}. ${heading}`, fontSize: 14, bold: true, margin: margins(14, 6), headlineLevel: 1 },
        ...paragraphs.map((text, item) => ({
          columns: [
            { text: `${section + 1}.${item + 1}`, width: 28, color: MUTED },
            { text, width: "*" },
          ],
          margin: margins(0, 6),
        })),
      ]),
    ],
    // No heading stands alone at the foot of a page.
    pageBreakBefore: (node, nodes) => node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
  });
  return pdf.getBuffer();
}

function margins(top: number, bottom: number): [number, number, number, number] {
  return [0, top, 0, bottom];
}
