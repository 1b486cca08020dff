import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { OpenGraphTags } from "../../app/document/open-graph-tags";

it("§1.8 a link that is shared has a picture under its whole address, and none where the portal has no name", () => {
  const named = renderToStaticMarkup(<OpenGraphTags publicOrigin="https://club.example.com" />);
  expect(named).toContain('<meta property="og:image" content="https://club.example.com/social.png"/>');
  expect(renderToStaticMarkup(<OpenGraphTags publicOrigin={null} />)).not.toContain("og:image");
});
