import { hashedFileName, mediaAddress } from "../platform/media/file-name";
import type { Trx } from "../platform/services";

/**
 * Pictures of prizes and promotions, drawn as technical drawings of 240 × 180 with lines of 1.5 px. The class `a` is for
 * the accent lines, `d` for centre and dimension lines, `t` for their captions, `b` for bold lines of the invented signs of
 * shops, which are shown small. Each file has colours for light and dark.
 */
const drawings = {
  mug: `<path d="M70 50h84v84q0 12-12 12H82q-12 0-12-12z"/><path d="M154 68h16q18 0 18 21t-18 21h-16M154 78h14q9 0 9 11t-9 11h-14"/>
<path class="a" d="M100 84l12-7 12 7v14l-12 7-12-7zM112 86a5 5 0 1 1 0 10a5 5 0 0 1 0-10"/><path d="M70 58h84"/>
<path class="d" d="M112 36v122M54 50v96M50 50h10M50 146h10"/><text class="t" x="30" y="101">96</text>`,
  cap: `<path d="M62 112q0-58 58-58t58 58z"/><path d="M178 112q30 2 40 18q-40-8-80-8H62v-10"/><path d="M120 54v58M92 60q-12 22-12 52M148 60q12 22 12 52"/>
<path class="a" d="M108 84l12-7 12 7v14l-12 7-12-7z"/><circle cx="120" cy="52" r="4"/><path class="d" d="M62 144h156M62 139v10M218 139v10"/><text class="t" x="126" y="160">270</text>`,
  shirt: `<path d="M92 40l-38 20 12 34 16-8v66h76V86l16 8 12-34-38-20q-28 22-56 0z"/><path d="M92 40q28 30 56 0"/>
<path class="a" d="M108 92l12-7 12 7v14l-12 7-12-7zM102 122h36"/><path class="d" d="M120 30v134M40 152h34M40 60h10M45 60v92"/><text class="t" x="18" y="110">720</text>`,
  jacket: `<path d="M94 34l-40 22-8 76h24l6-44v68h88V88l6 44h24l-8-76-40-22-26 14z"/><path d="M94 34l8 22 18-8 18 8 8-22M120 48v108"/>
<path class="a" d="M84 98h26M130 98h26M124 60h8"/><path d="M84 122l22 16M156 122l-22 16M76 148h88"/><path class="d" d="M46 166h148M46 161v10M194 161v10"/>`,
  thermos: `<path d="M92 58h56v84q0 14-14 14h-28q-14 0-14-14z"/><path d="M98 26h44v24H98zM92 58l6-8h44l6 8"/><path d="M98 34h44M98 42h44"/>
<path class="a" d="M92 82h56v34H92M104 94h32M104 103h20"/><path class="d" d="M120 16v150M72 26v130M67 26h10M67 156h10"/><text class="t" x="46" y="95">265</text>`,
  backpack: `<path d="M78 64q0-30 42-30t42 30v80q0 12-12 12H90q-12 0-12-12z"/><path d="M104 34q0-14 16-14t16 14M78 84h84"/><path d="M90 104h60v40H90zM90 116h60"/>
<path class="a" d="M114 116v10h12v-10M104 66h32"/><path d="M78 92h-8q-6 0-6 6v30q0 6 6 6h8M162 92h8q6 0 6 6v30q0 6-6 6h-8"/><path class="d" d="M64 168h112M64 163v10M176 163v10"/>`,
  powerbank: `<rect x="56" y="56" width="128" height="68" rx="12"/><path d="M56 78h-6M56 102h-6M64 56v68"/><path d="M170 78h6v10h-6zM170 96h6v8h-6z"/>
<path class="a" d="M116 68l-14 24h14l-4 20 18-26h-14l6-18z"/><path class="d" d="M56 146h128M56 141v10M184 141v10"/><text class="t" x="98" y="164">10 000</text>`,
  umbrella: `<path d="M40 94q6-62 80-62t80 62q-14-12-26 0q-14-12-28 0q-12-12-26 0q-14-12-26 0q-14-12-28 0q-12-12-26 0z"/><path d="M120 22v10M94 94q2-44 26-62q24 18 26 62"/>
<path class="a" d="M120 92v52q0 12-11 12t-11-12"/><path class="d" d="M40 112h64M136 112h64M40 107v10M200 107v10"/><text class="t" x="150" y="130">1 050</text>`,
  multitool: `<path d="M60 120l66-30 14 14-58 44q-14 8-22-4t0-24z"/><path d="M180 120l-66-30-14 14 58 44q14 8 22-4t0-24z"/>
<path class="a" d="M120 94a8 8 0 1 1 0 16a8 8 0 0 1 0-16"/><path d="M112 92L96 40l14-14 10 36M128 92l16-52-14-14-10 36M100 52l8-3M140 52l-8-3"/><path class="d" d="M120 16v150"/>`,
  notebook: `<rect x="70" y="28" width="100" height="124" rx="6"/><path d="M86 28v124"/><path d="M64 44h12M64 64h12M64 84h12M64 104h12M64 124h12"/>
<path class="a" d="M104 62h50M104 76h50M104 90h32"/><path d="M178 60l10-4v76l-5 14-5-14z"/><path class="d" d="M70 166h100M70 161v10M170 161v10"/><text class="t" x="106" y="178">148</text>`,
  flashlight: `<path d="M46 78h86l26-16h20v60h-20l-26-16H46q-10 0-10-14t10-14z"/><path d="M132 78v28M158 62v60M60 78v28M68 78v28M76 78v28"/>
<rect x="94" y="84" width="20" height="14" rx="7"/><path class="a" d="M190 92h28M188 72l24-14M188 112l24 14"/><path class="d" d="M28 92h4M36 142h142M36 137v10M178 137v10"/>`,
  gloves: `<path d="M62 150V96L50 74q-3-8 4-10t10 6l8 12V44q0-7 6-7t6 7v30V36q0-7 6-7t6 7v38V42q0-7 6-7t6 7v36V54q0-6 6-6t6 6v50l-6 46z"/><path d="M60 132h56"/>
<path class="a" d="M76 96h32v20H76z"/><path d="M140 150V92q0-30 6-46q6-8 12 0v34V42q6-10 12 0v38V48q6-8 12 0v40l10-8q8-4 10 4l-20 34v32zM140 132h42"/><path class="d" d="M52 166h140"/>`,
  phone: `<rect x="84" y="20" width="72" height="140" rx="10"/><path d="M84 36h72M84 142h72M112 28h16"/><circle cx="120" cy="151" r="4"/>
<path class="a" d="M106 108v-16M115 108V82M124 108V72M133 108V62"/><path class="d" d="M120 12v6M120 162v6M64 20v140M59 20h10M59 160h10"/>`,
  card: `<rect x="48" y="46" width="144" height="92" rx="10"/><path d="M48 66h144M48 80h144"/><path d="M62 118h30M100 118h14"/>
<path class="a" d="M150 100a11 11 0 1 0 0 22a11 11 0 0 0 0-22M166 100a11 11 0 1 0 0 22a11 11 0 0 0 0-22"/><path class="d" d="M48 156h144M48 151v10M192 151v10"/><text class="t" x="104" y="174">85,6</text>`,
  lenta: `<path class="b" d="M22 40h24l26 74h88l20-54H58"/><circle class="b" cx="84" cy="142" r="11"/><circle class="b" cx="148" cy="142" r="11"/>
<path class="b a" d="M76 78h86M84 97h72"/>`,
  electronics: `<rect class="b" x="30" y="30" width="180" height="104" rx="8"/><path class="b" d="M84 160h72M120 134v26"/>
<path class="b a" d="M52 104l28-34 24 22 36-44 48 56"/>`,
  filters: `<path d="M36 66h52v62q0 10-10 10H46q-10 0-10-10z"/><path d="M42 52h40v14H42zM36 76h52"/><path class="a" d="M36 90h52v26H36z"/>
<path d="M112 60h92v18h-92zM112 78v52M204 78v52M112 130h92v12h-92z"/><path d="M124 78v52M136 78v52M148 78v52M160 78v52M172 78v52M184 78v52"/><path class="d" d="M62 40v110M158 46v108"/>`,
  brakes: `<circle cx="104" cy="90" r="58"/><circle cx="104" cy="90" r="48"/><circle cx="104" cy="90" r="20"/><circle cx="104" cy="90" r="8"/>
<path d="M104 62v6M104 112v6M76 90h6M126 90h6"/><path class="a" d="M148 40q32 22 32 50t-32 50l-12-14q22-16 22-36t-22-36z"/><path class="d" d="M104 22v136M36 90h164"/>`,
  oil: `<path d="M74 58h62l22 26v60q0 8-8 8H82q-8 0-8-8z"/><path d="M86 58V42h22v16M82 34h30v8H82zM136 58v26h22"/><path d="M140 96v34q0 6 6 6"/>
<path class="a" d="M104 88q14 18 14 28a14 14 0 0 1-28 0q0-10 14-28z"/><path class="d" d="M60 34v118M55 34h10M55 152h10M104 26v140"/><text class="t" x="34" y="98">310</text>`,
  plugs: `<path d="M108 24h24v14h-24zM112 38h16v34h-16zM102 72h36v18h-36zM108 90h24v12h-24z"/><path d="M110 102h20v40h-20M110 108h20M110 114h20M110 120h20M110 126h20M110 132h20"/>
<path class="a" d="M120 142v8M110 142v14h14M148 150l10 8M152 138l14 2M92 150l-10 8M88 138l-14 2"/><path class="d" d="M120 14v154"/>`,
} as const;

export type PictureName = keyof typeof drawings;

const colours = `path,rect,circle{fill:none;stroke:#14171a;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.a{stroke:#ff6a13;stroke-width:2.5}.b{stroke-width:8}.d{stroke:#5d6369;stroke-width:1;stroke-dasharray:6 3 1 3}
.t{fill:#5d6369;font:11px ui-monospace,Menlo,Consolas,monospace}
@media(prefers-color-scheme:dark){path,rect,circle{stroke:#f2f0ea}.a{stroke:#ff6a13}.d{stroke:#a3a9ae}.t{fill:#a3a9ae}}`;

/** Returns a whole SVG file. */
export function drawPicture(name: PictureName): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 180" width="240" height="180"><style>${colours}</style>${drawings[name]}</svg>`;
}

/** The address of a picture that `seedPictures` has stored. */
export function pictureAddress(name: PictureName): string {
  return mediaAddress(hashedFileName(name, "svg", drawPicture(name)));
}

export async function seedPictures(trx: Trx): Promise<void> {
  const names = Object.keys(drawings) as PictureName[];
  const files = names.map((name) => {
    const content = drawPicture(name);
    return {
      name: hashedFileName(name, "svg", content),
      content_type: "image/svg+xml",
      content: Buffer.from(content),
    };
  });
  await trx.insertInto("files").values(files).execute();
}
