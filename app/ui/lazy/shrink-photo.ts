/** Bytes from which a photo is made smaller: a telephone's has 4 to 8 MB, a minute and more on a slow network. */
const LARGE_FROM = 1_500_000;
/** The longer side in pixels: on an A4 page or a passport's spread, print of 2 mm is still 20 pixels high. */
const LONGEST_SIDE = 2560;
const QUALITY = 0.85;

/**
 * Replaces a large photo in a file field by a smaller JPEG. Leaves the field as it is where the browser can't read the picture,
 * where the result wouldn't be smaller, and where another file has been chosen meanwhile.
 */
export async function shrinkPhoto(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0];
  if (!file || file.size < LARGE_FROM || !file.type.startsWith("image/")) return;
  const smaller = await encodeSmaller(file).catch(() => null);
  if (!smaller || smaller.size >= file.size || input.files?.[0] !== file) return;
  const name = file.name.replace(/\.\w+$/, "") || "photo";
  const chosen = new DataTransfer();
  chosen.items.add(new File([smaller], `${name}.jpg`, { type: "image/jpeg", lastModified: file.lastModified }));
  input.files = chosen.files;
}

async function encodeSmaller(file: File): Promise<Blob | null> {
  const picture = await loadPicture(file);
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(naturalWidth * scale);
  canvas.height = Math.round(naturalHeight * scale);
  const context = canvas.getContext("2d");
  if (!context) return null;
  // What is transparent would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

/** The photo as an image element, which browsers turn as its metadata says: the new picture has no metadata. */
async function loadPicture(file: File): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}
