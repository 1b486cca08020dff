/** Any other address. */
export function loader() {
  throw new Response("Такой страницы нет.", { status: 404 });
}
