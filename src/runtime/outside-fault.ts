/**
 * A fault of an outside system, such as an address that does not answer or an engine that is down. It is
 * expected and may be temporary, so a retry is logged as a warning. Any other fault is a defect of Palkit.
 */
export abstract class OutsideFault extends Error {
  get expected(): boolean {
    return true;
  }
}
