/** Any other address. */
export function loader() {
  throw new Response("Такой страницы нет.", { status: 404 });
}

/** Makes the route a page, whose refusal the console draws. */
export default function UnknownPage() {
  return null;
}
