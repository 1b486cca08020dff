import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

const FILE_PATH = /\.[a-z0-9]{1,8}$/i;

/** §2.1.4: any other path leads home; what looks like a file is missing. */
export function loader({ request }: LoaderFunctionArgs) {
  if (FILE_PATH.test(new URL(request.url).pathname)) throw new Response("Файла нет.", { status: 404 });
  return redirect("/");
}

/** A form sent to a path that is gone leads home too. */
export function action() {
  return redirect("/", 303);
}

export default function UnknownPage() {
  return null;
}
