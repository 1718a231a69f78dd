/** Draws a head of the model triangle by triangle with a depth buffer, at twice the resolution, and scales it down. */
import { seededRandom } from '../../src/contract/face/random.ts';
import type { HeadModel } from './head-model.ts';
import type { HeadPose } from './speech-motion.ts';
import type { Speaker } from './speakers.ts';

const FINE = 2;
const TEXTURE = 1024;
/** Distance of the camera in the model's centimetres, and its focal length relative to the height of the picture. */
const DISTANCE = 75;
const FOCAL = 2.05;
const OUTER_LIPS = [5708, 5695, 2081, 0, 4275, 6200, 6213, 6346, 6461, 5518, 5957, 5841];
/** Number of vertices of an eyeball before those of its iris. */
const EYE_VERTICES = 770;
const IRISES = [
  [22_221, 23_021],
  [23_791, 24_591],
] as const;

export class HeadPainter {
  readonly #model: HeadModel;
  readonly #speaker: Speaker;
  readonly #size: number;
  readonly #home: Float32Array;
  readonly #colours: Float32Array;
  readonly #texture: Float32Array;
  readonly #background: Float32Array;
  readonly #depth: Float32Array;
  readonly #fine: Float32Array;

  /** @param size pixels per side */
  constructor(model: HeadModel, speaker: Speaker, size: number) {
    this.#model = model;
    this.#speaker = speaker;
    this.#size = size;
    this.#home = Float32Array.from(model.vertices);
    for (const [index, weight] of speaker.identity.entries()) {
      const shape = model.identities[index]!;
      for (let index = 0; index < shape.length; index++) this.#home[index]! += weight * shape[index]!;
    }
    this.#colours = vertexColours(this.#home, model, speaker);
    this.#texture = skinTexture(speaker.seed);
    const side = size * FINE;
    this.#background = backdrop(side, speaker.seed);
    this.#depth = new Float32Array(side * side);
    this.#fine = new Float32Array(side * side * 3);
  }

  /** Returns the picture with three bytes per pixel. */
  draw(shapes: Readonly<Record<string, number>>, pose: HeadPose): Uint8Array {
    const vertices = this.#place(shapes, pose);
    const light = this.#light(vertices);
    this.#depth.fill(Infinity);
    this.#fine.set(this.#background);
    const screenPoints = this.#project(vertices);
    for (let index = 0; index < this.#model.materials.length; index++)
      this.#triangle(screenPoints, light, index);
    return this.#smaller();
  }

  #place(shapes: Readonly<Record<string, number>>, pose: HeadPose): Float32Array {
    const vertices = Float32Array.from(this.#home);
    for (const [name, weight] of Object.entries(shapes)) {
      const shape = this.#model.shapes.get(name);
      if (!shape || Math.abs(weight) < 1e-4) continue;
      for (let index = 0; index < shape.length; index++) vertices[index]! += weight * shape[index]!;
    }
    const [cy, sy] = [Math.cos(pose.yaw), Math.sin(pose.yaw)];
    const [cp, sp] = [Math.cos(pose.pitch), Math.sin(pose.pitch)];
    const [cr, sr] = [Math.cos(pose.roll), Math.sin(pose.roll)];
    for (let index = 0; index < vertices.length; index += 3) {
      // The head rotates around the joint of the neck.
      let [x, y, z] = [vertices[index]!, vertices[index + 1]! + 8, vertices[index + 2]!];
      [x, z] = [cy * x + sy * z, cy * z - sy * x];
      [y, z] = [cp * y - sp * z, cp * z + sp * y];
      [x, y] = [cr * x - sr * y, cr * y + sr * x];
      vertices[index] = x + pose.x;
      vertices[index + 1] = y - 8 + pose.y;
      vertices[index + 2] = z;
    }
    return vertices;
  }

  #light(vertices: Float32Array): Float32Array {
    const { triangles } = this.#model;
    const normals = new Float32Array(vertices.length);
    for (let index = 0; index < triangles.length; index += 3) {
      const [a, b, c] = [triangles[index]! * 3, triangles[index + 1]! * 3, triangles[index + 2]! * 3];
      const ux = vertices[b]! - vertices[a]!,
        uy = vertices[b + 1]! - vertices[a + 1]!,
        uz = vertices[b + 2]! - vertices[a + 2]!;
      const vx = vertices[c]! - vertices[a]!,
        vy = vertices[c + 1]! - vertices[a + 1]!,
        vz = vertices[c + 2]! - vertices[a + 2]!;
      const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      for (const corner of [a, b, c])
        for (let axis = 0; axis < 3; axis++) normals[corner + axis]! += n[axis]!;
    }
    const [lx, ly, lz] = this.#speaker.light;
    const length = Math.hypot(lx, ly, lz);
    const result = new Float32Array(vertices.length);
    for (let index = 0; index < vertices.length; index += 3) {
      const size = Math.hypot(normals[index]!, normals[index + 1]!, normals[index + 2]!) || 1;
      const [nx, ny, nz] = [normals[index]! / size, normals[index + 1]! / size, normals[index + 2]! / size];
      const key = Math.max(0, ((nx * lx + ny * ly + nz * lz) / length + 0.25) / 1.25);
      const shine =
        Math.max(0, (nx * lx + ny * ly + nz * (lz + length)) / Math.hypot(lx, ly, lz + length)) ** 18;
      const level = 0.36 + 0.1 * ny + 0.68 * key;
      for (let band = 0; band < 3; band++)
        result[index + band] =
          this.#colours[index + band]! * level * (band === 2 ? 0.98 : 1) + 0.09 * shine * key;
    }
    return result;
  }

  #project(vertices: Float32Array): Float32Array {
    const side = this.#size * FINE;
    const screen = new Float32Array(vertices.length);
    for (let index = 0; index < vertices.length; index += 3) {
      const depth = DISTANCE - vertices[index + 2]!;
      const scale = (FOCAL * side) / depth;
      screen[index] = side / 2 + vertices[index]! * scale;
      screen[index + 1] = side * 0.46 - vertices[index + 1]! * scale;
      screen[index + 2] = depth;
    }
    return screen;
  }

  #triangle(screen: Float32Array, light: Float32Array, index: number): void {
    const { triangles, triangleUvs, materials, uvs } = this.#model;
    const [a, b, c] = [0, 1, 2].map((corner) => triangles[index * 3 + corner]! * 3) as [
      number,
      number,
      number,
    ];
    const [ax, ay, az] = [screen[a]!, screen[a + 1]!, screen[a + 2]!];
    const [bx, by, bz] = [screen[b]!, screen[b + 1]!, screen[b + 2]!];
    const [cx, cy, cz] = [screen[c]!, screen[c + 1]!, screen[c + 2]!];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area >= 0) return;
    const side = this.#size * FINE;
    const [left, right] = [
      Math.max(0, Math.floor(Math.min(ax, bx, cx))),
      Math.min(side - 1, Math.ceil(Math.max(ax, bx, cx))),
    ];
    const [top, bottom] = [
      Math.max(0, Math.floor(Math.min(ay, by, cy))),
      Math.min(side - 1, Math.ceil(Math.max(ay, by, cy))),
    ];
    const isTextured = materials[index]! < 2;
    const projectCorner = (corner: number, axis: number) =>
      uvs[triangleUvs[index * 3 + corner]! * 2 + axis]! * TEXTURE;
    const [au, bu, cu, av, bv, cv] = [
      projectCorner(0, 0),
      projectCorner(1, 0),
      projectCorner(2, 0),
      projectCorner(0, 1),
      projectCorner(1, 1),
      projectCorner(2, 1),
    ];
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const px = x + 0.5;
        const py = y + 0.5;
        const weightA = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
        const weightB = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
        const weightC = 1 - weightA - weightB;
        if (weightA < 0 || weightB < 0 || weightC < 0) continue;
        const depth = weightA * az + weightB * bz + weightC * cz;
        const pixel = y * side + x;
        if (depth >= this.#depth[pixel]!) continue;
        this.#depth[pixel] = depth;
        const u = (weightA * au + weightB * bu + weightC * cu) & (TEXTURE - 1);
        const v = (weightA * av + weightB * bv + weightC * cv) & (TEXTURE - 1);
        const factor = isTextured ? this.#texture[v * TEXTURE + u]! : 1;
        for (let band = 0; band < 3; band++)
          this.#fine[pixel * 3 + band] =
            factor * (weightA * light[a + band]! + weightB * light[b + band]! + weightC * light[c + band]!);
      }
  }

  #smaller(): Uint8Array {
    const side = this.#size * FINE;
    const output = new Uint8Array(this.#size * this.#size * 3);
    for (let y = 0; y < this.#size; y++)
      for (let x = 0; x < this.#size; x++)
        for (let band = 0; band < 3; band++) {
          const offset = (y * FINE * side + x * FINE) * 3 + band;
          const mean =
            (this.#fine[offset]! +
              this.#fine[offset + 3]! +
              this.#fine[offset + side * 3]! +
              this.#fine[offset + side * 3 + 3]!) /
            4;
          output[(y * this.#size + x) * 3 + band] = Math.min(255, 255 * Math.max(0, mean) ** (1 / 1.25));
        }
    return output;
  }
}

function vertexColours(home: Float32Array, model: HeadModel, speaker: Speaker): Float32Array {
  const output = new Float32Array(home.length);
  const material = new Uint8Array(home.length / 3);
  for (const [index, vertex] of model.triangles.entries())
    material[vertex] = model.materials[Math.floor(index / 3)]!;
  const lips = OUTER_LIPS.map((vertex) => [home[vertex * 3]!, home[vertex * 3 + 1]!] as const);
  const random = seededRandom(speaker.seed + 2);
  for (let vertex = 0; vertex < material.length; vertex++) {
    const [x, y, z] = [home[vertex * 3]!, home[vertex * 3 + 1]!, home[vertex * 3 + 2]!];
    let colour: readonly number[] = speaker.skin;
    if (material[vertex] === 2) colour = [0.42 * depthShade(z), 0.14 * depthShade(z), 0.15 * depthShade(z)];
    else if (material[vertex] === 3) colour = [0.82, 0.79, 0.72].map((value) => value * depthShade(z));
    else if (material[vertex]! >= 4) colour = eyeColour(home, vertex, speaker);
    else if (vertex >= 11_248 && vertex < 13_294)
      colour = [0.3, 0.1, 0.1].map((value) => value * depthShade(z));
    else {
      const red = mix(colour, speaker.lips, lipShare(x, y, z, lips));
      const line = 8.6 - 0.045 * x * x + 0.35 * random();
      const hair = smooth((y - line) / 0.9) + smooth((1.5 - z) / 2) * smooth((y + 6) / 2);
      const stubble =
        z > 2 && y < -1.2 ? smooth((-1.0 - y) / 1.6) * smooth((y + 9.5) / 1.5) * speaker.beard : 0;
      const beardColour = mix(
        red,
        speaker.hair,
        stubble * (1 - lipShare(x, y, z, lips)) * (0.5 + 0.4 * random()),
      );
      const brow =
        z > 6
          ? smooth(1 - Math.abs(y - 5.7 + 0.09 * (Math.abs(x) - 3) ** 2) / 0.55) *
            smooth((Math.abs(x) - 0.9) / 0.6) *
            smooth((5.4 - Math.abs(x)) / 0.8)
          : 0;
      colour = mix(
        mix(beardColour, speaker.hair, brow * 0.75),
        speaker.hair,
        Math.min(1, hair) * (0.8 + 0.2 * random()),
      );
    }
    output.set(colour, vertex * 3);
  }
  return output;
}

const smooth = (value: number) => {
  const share = Math.min(1, Math.max(0, value));
  return share * share * (3 - 2 * share);
};
const mix = (a: readonly number[], b: readonly number[], share: number) =>
  a.map((value, band) => value * (1 - share) + b[band]! * share);
/** Returns the brightness at a depth, because the inside of the mouth is dark. */
const depthShade = (z: number) => 0.25 + 0.75 * smooth((z - 6) / 4.5);

function lipShare(x: number, y: number, z: number, outline: readonly (readonly [number, number])[]): number {
  if (z < 8) return 0;
  let isInside = false;
  let nearest = Infinity;
  for (let index = 0; index < outline.length; index++) {
    const [ax, ay] = outline[index]!;
    const [bx, by] = outline[(index + 1) % outline.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    nearest = Math.min(nearest, Math.hypot(x - ax, y - ay));
  }
  return isInside ? 1 : 0.5 * Math.max(0, 1 - nearest / 0.3);
}

/** Returns the colour of a vertex of an eyeball. An iris with a pupil surrounds the middle of the model's iris. */
function eyeColour(home: Float32Array, vertex: number, speaker: Speaker): readonly number[] {
  const white = [0.84, 0.82, 0.8];
  const [from, to] =
    IRISES.find(([first, end]) => vertex >= first - EYE_VERTICES && vertex < end) ?? IRISES[0];
  let [cx, cy] = [0, 0];
  for (let index = from; index < to; index++) {
    cx += home[index * 3]! / (to - from);
    cy += home[index * 3 + 1]! / (to - from);
  }
  if (home[vertex * 3 + 2]! < 8) return white;
  const distance = Math.hypot(home[vertex * 3]! - cx, home[vertex * 3 + 1]! - cy);
  if (distance < 0.24) return [0.02, 0.02, 0.02];
  return distance < 0.6 ? speaker.iris : white;
}

/** Returns factors near 1 for spots and pores. */
function skinTexture(seed: number): Float32Array {
  const random = seededRandom(seed + 3);
  const output = new Float32Array(TEXTURE * TEXTURE).fill(1);
  for (const [cell, strength] of [
    [64, 0.05],
    [16, 0.05],
    [4, 0.06],
    [1, 0.06],
  ] as const) {
    const width = TEXTURE / cell;
    const values = Float32Array.from({ length: width * width }, () => (random() - 0.5) * strength);
    for (let y = 0; y < TEXTURE; y++)
      for (let x = 0; x < TEXTURE; x++)
        output[y * TEXTURE + x]! += values[Math.floor(y / cell) * width + Math.floor(x / cell)]!;
  }
  return output;
}

function backdrop(side: number, seed: number): Float32Array {
  const random = seededRandom(seed + 4);
  const lamps = Array.from(
    { length: 9 },
    () => [random() * side, random() * side, (0.05 + random() * 0.12) * side, random()] as const,
  );
  const output = new Float32Array(side * side * 3);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      let level = 0.28 + 0.16 * (y / side);
      for (const [lx, ly, size, strength] of lamps)
        level += 0.12 * strength * smooth(1.4 - Math.hypot(x - lx, y - ly) / size);
      output.set([level * 0.9, level * 0.95, level], (y * side + x) * 3);
    }
  return output;
}
