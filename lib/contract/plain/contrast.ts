export type RGB = readonly [red: number, green: number, blue: number];

/** From 1 to 21, as WCAG 2 defines it. */
export function contrast(a: RGB, b: RGB): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** From 0 to 1: the relative luminance of WCAG 2. */
export function luminance(color: RGB): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
