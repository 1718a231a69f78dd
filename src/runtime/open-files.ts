/**
 * The limit of open files, checked before the service is loaded, because its modules alone open some 250 files at
 * once.
 */

/** Files for the modules and the workers of a service without visitors, with some reserve. */
const MIN_LIMIT = 512;
const ADVISED = 4096;

/** Advice for a process that may open too few files; null if the limit suffices or is unknown. */
export function openFilesFault(limit = openFilesLimit()): string | null {
  if (limit === null || limit >= MIN_LIMIT) return null;
  return (
    `This process may open ${limit} files and needs ${MIN_LIMIT} at least. Raise the limit: \`ulimit -n ${ADVISED}\` ` +
    `in a shell, LimitNOFILE=${ADVISED} in a systemd unit, --ulimit nofile=${ADVISED} for Docker.`
  );
}

/** Null if the system has no limit or does not report it. Node raises it to the hard limit before this runs. */
function openFilesLimit(): number | null {
  if (!process.report) return null;
  // The report would look up the names of open connections. Node 20 has this switch, its types do not.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : null;
}
