/**
 * A fault of an outside system (an address that does not answer, an engine that is down): expected, and possibly
 * temporary. A retry is logged as a warning; any other fault is a defect of ours.
 */
export abstract class OutsideFault extends Error {
  get expected(): boolean {
    return true;
  }
}
