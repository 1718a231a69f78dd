/**
 * Reads the morphable heads of ICT-FaceKit (https://github.com/ICT-VGL/ICT-FaceKit, MIT) from a folder. Footage of
 * them requires no person's permission. The meshes are not part of this repository.
 */
import fs from 'node:fs';
import path from 'node:path';

export interface HeadModel {
  vertices: Float32Array;
  uvs: Float32Array;
  /** For each triangle: three vertices, three indices into `uvs` and a material. */
  triangles: Int32Array;
  triangleUvs: Int32Array;
  materials: Uint8Array;
  identities: Float32Array[];
  shapes: Map<string, Float32Array>;
}

export const MATERIALS = ['face', 'head', 'gums', 'teeth', 'sclera', 'iris'] as const;
const MATERIAL_OF: Readonly<Record<string, number>> = {
  M_Face: 0,
  M_BackHead: 1,
  M_GumsTongue: 2,
  M_Teeth: 3,
  M_ScleraLeft: 4,
  M_ScleraRight: 4,
  M_IrisLeft: 5,
  M_IrisRight: 5,
};
const PAIRED_SHAPES =
  'browInnerUp eyeBlink mouthSmile mouthStretch mouthUpperUp mouthLowerDown mouthPress'.split(' ');
const SINGLE =
  'jawOpen mouthClose mouthFunnel mouthPucker mouthRollLower mouthRollUpper mouthShrugUpper'.split(' ');
const IDENTITIES = 12;

export function readHeadModel(folder: string): HeadModel {
  const file = (name: string) => path.join(folder, 'FaceXModel', `${name}.obj`);
  const text = fs.readFileSync(file('generic_neutral_mesh'), 'utf8');
  const vertices = readVertices(text);
  const uvs: number[] = [];
  const triangles: number[] = [];
  const triangleUvs: number[] = [];
  const materials: number[] = [];
  let material: number | undefined;
  for (const line of text.split('\n')) {
    const [kind, ...rest] = line.trim().split(/\s+/);
    if (kind === 'vt') uvs.push(Number(rest[0]), Number(rest[1]));
    else if (kind === 'usemtl') material = MATERIAL_OF[rest[0]!];
    else if (kind === 'f' && material !== undefined) {
      const corners = rest.map((corner) => corner.split('/').map((value) => Number(value) - 1));
      for (let index = 2; index < corners.length; index++) {
        for (const corner of [corners[0]!, corners[index - 1]!, corners[index]!]) {
          triangles.push(corner[0]!);
          triangleUvs.push(corner[1]!);
        }
        materials.push(material);
      }
    }
  }
  const shape = (name: string) => {
    const movedVertices = readVertices(fs.readFileSync(file(name), 'utf8'));
    return movedVertices.map((value, index) => value - vertices[index]!);
  };
  const pair = (name: string) => {
    const [left, right] = [shape(`${name}_L`), shape(`${name}_R`)];
    return left.map((value, index) => value + right[index]!);
  };
  return {
    vertices,
    uvs: Float32Array.from(uvs),
    triangles: Int32Array.from(triangles),
    triangleUvs: Int32Array.from(triangleUvs),
    materials: Uint8Array.from(materials),
    identities: Array.from({ length: IDENTITIES }, (_, index) =>
      shape(`identity${String(index).padStart(3, '0')}`),
    ),
    shapes: new Map([
      ...SINGLE.map((name) => [name, shape(name)] as const),
      ...PAIRED_SHAPES.map((name) => [name, pair(name)] as const),
    ]),
  };
}

function readVertices(text: string): Float32Array {
  const values: number[] = [];
  for (const match of text.matchAll(/^v (\S+) (\S+) (\S+)/gm))
    values.push(Number(match[1]), Number(match[2]), Number(match[3]));
  return Float32Array.from(values);
}
