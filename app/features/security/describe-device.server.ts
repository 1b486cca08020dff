/** Browsers by a mark in their name, the more special ones first: most of them also call themselves Chrome and Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser/, "Яндекс Браузер"],
  [/OPR\/|Opera/, "Opera"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

/** Names a device by its `User-Agent` header, such as «Chrome на Android». */
export function describeDevice(userAgent: string): string {
  const find = (known: typeof browsers) => known.find(([mark]) => mark.test(userAgent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} на ${system}`;
  return browser ?? system ?? "Неизвестное устройство";
}
