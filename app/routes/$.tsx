import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

const FILE_PATH = /\.[a-z0-9]{1,8}$/i;

/** §2.1.4: an unknown path redirects to the home page; an unknown file is a 404. */
export function loader({ request }: LoaderFunctionArgs) {
  if (FILE_PATH.test(new URL(request.url).pathname)) throw new Response("Файла нет.", { status: 404 });
  return redirect("/");
}

/** A form sent to an unknown path redirects to the home page too. */
export function action() {
  return redirect("/", 303);
}

export default function UnknownPage() {
  return null;
}
