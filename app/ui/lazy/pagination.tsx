import { Link, useSearchParams } from "@remix-run/react";

type PaginationProps = {
  /** From 1. */
  page: number;
  /** Number of items in all, and on one page. */
  total: number;
  perPage: number;
  /** The query parameter of the page number; a second list of a page needs its own. */
  param?: string;
  /** A query parameter that chooses a page in another way: the links leave it out. */
  without?: string;
  /** Accessible name. */
  label?: string;
  /** Id of the list's section, if the list isn't at the top of the page. */
  anchor?: string;
};

/** Links to the pages of a list. They keep all other query parameters. Renders nothing for a single page. */
export function Pagination(props: PaginationProps) {
  const { page, total, perPage, param = "page", without, label = "Страницы", anchor } = props;
  const [search] = useSearchParams();
  const count = Math.ceil(total / perPage);
  if (count <= 1) return null;

  function linkTo(target: number) {
    const next = new URLSearchParams(search);
    if (without) next.delete(without);
    if (target === 1) next.delete(param);
    else next.set(param, String(target));
    return anchor ? `?${next}#${anchor}` : `?${next}`;
  }

  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 && (
        <Link to={linkTo(page - 1)} rel="prev">
          <span aria-hidden="true">←</span> Назад
        </Link>
      )}
      <ul>
        {listPageNumbers(page, count).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span>…</span>
            ) : (
              <Link
                to={linkTo(number)}
                aria-current={number === page ? "page" : undefined}
                aria-label={`Страница ${number}`}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {page < count && (
        <Link to={linkTo(page + 1)} rel="next">
          Дальше <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  );
}

/** First, last, the current page and its neighbours, in order; null stands for a gap of two pages or more. */
export function listPageNumbers(page: number, count: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, count])]
    .filter((number) => number >= 1 && number <= count)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? 0;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [null, number] : [number];
  });
}
