/**
 * Checks the limit of open files before the service is loaded, because its modules alone open about 250 files
 * at the same time.
 */

/** Minimum limit: enough files for the modules and workers of a service without visitors, and a reserve. */
const MIN_LIMIT = 512;
const ADVISED_LIMIT = 4096;

/** Returns advice if the process can open too few files; null if the limit suffices or is unknown. */
export function openFilesFault(limit = openFilesLimit()): string | null {
  if (limit === null || limit >= MIN_LIMIT) return null;
  return (
    `This process may open ${limit} files and needs ${MIN_LIMIT} at least. Raise it: \`ulimit -n ${ADVISED_LIMIT}\` ` +
    `in a shell, LimitNOFILE=${ADVISED_LIMIT} in a systemd unit, --ulimit nofile=${ADVISED_LIMIT} for Docker.`
  );
}

/** Returns the limit, which Node has already raised to the hard limit; null if there is none or it is unknown. */
function openFilesLimit(): number | null {
  if (!process.report) return null;
  // Without this switch, the report would resolve the host names of open connections. Node 20 has the switch,
  // but its types do not.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : null;
}
