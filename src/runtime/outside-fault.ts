/**
 * A fault of something outside (an address that does not answer, an engine that is down): to be reckoned
 * with, and perhaps gone at the next try. What is tried again for one is worth a warning; any other fault is
 * a defect of ours.
 */
export abstract class OutsideFault extends Error {
  get expected(): boolean {
    return true;
  }
}
