type Draw = () => number;

/** Draws one of several patterns for a tile of 320 × 200, in the stroke color of the enclosing group. */
export function drawTilePattern(draw: Draw): string {
  const pattern = PATTERNS[Math.floor(draw() * PATTERNS.length)] ?? rings;
  return pattern(draw);
}

const between = (draw: Draw, low: number, high: number) => Math.round(low + draw() * (high - low));

/** Rings around a corner. */
function rings(draw: Draw): string {
  const x = draw() < 0.5 ? 0 : 320;
  const y = draw() < 0.5 ? 0 : 200;
  const step = between(draw, 26, 40);
  return `<g stroke-width="${between(draw, 6, 14)}">${repeat(9, (i) => `<circle cx="${x}" cy="${y}" r="${step * (i + 1)}"/>`)}</g>`;
}

/** Slanted bands. */
function bands(draw: Draw): string {
  const step = between(draw, 30, 52);
  const lean = draw() < 0.5 ? 120 : -120;
  const lines = repeat(Math.ceil(560 / step), (i) => `M${i * step - 120} 200l${lean}-200`);
  return `<path stroke-width="${Math.round(step * (0.25 + draw() * 0.25))}" d="${lines}"/>`;
}

/** A field of dots that grow towards one side. */
function dots(draw: Draw): string {
  const step = 32;
  const grows = draw() < 0.5;
  const rows = repeat(7, (row) => {
    const radius = 3 + (grows ? row : 6 - row) * 1.5;
    return `<path stroke-width="${radius * 2}" d="M${row % 2 ? 16 : 0} ${row * step + 4}h336"/>`;
  });
  return `<g stroke-linecap="round" stroke-dasharray="0 ${step}">${rows}</g>`;
}

/** Quarter rounds on a coarse grid, each turned by chance. */
function quarters(draw: Draw): string {
  const paths = repeat(20, (i) => {
    const x = (i % 5) * 64;
    const y = Math.floor(i / 5) * 64 - 28;
    return draw() < 0.5
      ? `M${x} ${y + 32}q32 0 32-32m0 64q0-32 32-32`
      : `M${x + 32} ${y}q0 32 32 32m-64 0q32 0 32 32`;
  });
  return `<path stroke-width="${between(draw, 10, 18)}" d="${paths}"/>`;
}

/** Long waves. */
function waves(draw: Draw): string {
  const step = between(draw, 24, 36);
  const swing = between(draw, 14, 30);
  const start = -between(draw, 0, 80);
  const lines = repeat(
    Math.ceil(260 / step),
    (i) => `M${start} ${i * step - 16}q40-${swing} 80 0t80 0 80 0 80 0 80 0`,
  );
  return `<path stroke-width="${Math.round(step * 0.34)}" d="${lines}"/>`;
}

/** Three large discs that overlap. */
function discs(draw: Draw): string {
  return repeat(3, (i) => {
    const x = between(draw, i * 100, i * 100 + 120);
    return `<circle cx="${x}" cy="${between(draw, -10, 210)}" r="${between(draw, 40, 70)}" stroke-width="${between(draw, 14, 44)}" stroke-opacity=".6"/>`;
  });
}

/** Chevrons. */
function chevrons(draw: Draw): string {
  const step = between(draw, 34, 50);
  const lines = repeat(Math.ceil(420 / step), (i) => `M${i * step - 90} 0l90 100-90 100`);
  return `<path stroke-width="${Math.round(step * 0.3)}" d="${lines}"/>`;
}

/** Rays from a point on the edge. */
function rays(draw: Draw): string {
  const x = between(draw, 0, 320);
  const count = between(draw, 9, 14);
  const turn = draw() * Math.PI;
  const lines = repeat(count, (i) => {
    const angle = turn + (i * Math.PI) / count;
    const dx = Math.round(400 * Math.cos(angle));
    const dy = Math.round(400 * Math.sin(angle));
    return `M${x - dx} ${200 - dy}l${2 * dx} ${2 * dy}`;
  });
  return `<path stroke-width="${between(draw, 8, 16)}" d="${lines}"/>`;
}

const PATTERNS = [rings, bands, dots, quarters, waves, discs, chevrons, rays] as const;

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('');
