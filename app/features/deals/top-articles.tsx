import { formatAdded } from "../../lib/points";
import { DefinitionList } from "../../ui/lazy/definition-list";
import type { ArticleView } from "./deal-view";

/** What brings the most points, with its code where the name doesn't have it. */
export function TopArticles({ articles }: { articles: readonly ArticleView[] }) {
  const items = articles.map(({ code, name, points }) => ({
    term: name.includes(code) ? name : `${name} ${code}`,
    value: formatAdded(points),
  }));
  return <DefinitionList items={items} />;
}
