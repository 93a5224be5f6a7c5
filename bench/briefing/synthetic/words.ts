// What sessions are about, apart for the two halves: nothing that is planted in one can be learned from the other.
import type { Half } from "../halves.ts";

type Pair = { chosen: string; dropped: string };
type Reason = { kind: "whyLicence" | "whyRuntime" | "whyCost" | "whyLatency"; term: string };
/** `line`: of the tool's output that shows it. */
type Trouble = { approach: string; error: string; line: string };
export type Words = {
  projects: readonly string[];
  things: readonly string[];
  places: readonly string[];
  pairs: readonly Pair[];
  reasons: readonly Reason[];
  troubles: readonly Trouble[];
  services: readonly string[];
  hosts: readonly string[];
  versions: readonly string[];
  people: readonly string[];
  rules: readonly string[];
  findings: readonly string[];
  logMarks: readonly string[];
  branches: readonly string[];
};

const dev: Words = {
  projects: ["parcel-desk", "ledgerly", "tidepool", "fieldnotes", "orbit-cms", "kiln"],
  things: [
    "cursor pagination",
    "gzip streaming",
    "idempotency keys",
    "webhook signatures",
    "CSV import",
    "soft delete",
    "audit trail",
    "two-factor login",
    "retry with jitter",
    "dark mode",
  ],
  places: [
    "/v2/invoices",
    "OrderService",
    "/api/shipments",
    "LedgerStore",
    "/admin/users",
    "TenantRouter",
    "/feeds/daily",
    "MediaQueue",
    "/v2/refunds",
    "BillingJob",
  ],
  pairs: [
    { chosen: "pino", dropped: "winston" },
    { chosen: "Valkey", dropped: "Memcached" },
    { chosen: "drizzle", dropped: "TypeORM" },
    { chosen: "libvips", dropped: "ImageMagick" },
    { chosen: "NATS", dropped: "RabbitMQ" },
    { chosen: "zstd", dropped: "brotli" },
    { chosen: "ULID", dropped: "UUIDv1" },
    { chosen: "Typesense", dropped: "Elasticsearch" },
  ],
  reasons: [
    { kind: "whyLicence", term: "GPL-3.0" },
    { kind: "whyLicence", term: "BUSL-1.1" },
    { kind: "whyRuntime", term: "Safari 15" },
    { kind: "whyRuntime", term: "ARM64" },
    { kind: "whyRuntime", term: "musl" },
    { kind: "whyCost", term: "480 €" },
    { kind: "whyCost", term: "$1,900" },
    { kind: "whyLatency", term: "340 ms" },
    { kind: "whyLatency", term: "2.7 s" },
  ],
  troubles: [
    { approach: "LISTEN/NOTIFY", error: "EMFILE", line: "Error: EMFILE: too many open files, watch" },
    {
      approach: "WeakRef",
      error: "ERR_WORKER_OUT_OF_MEMORY",
      line: "Error [ERR_WORKER_OUT_OF_MEMORY]: Worker terminated due to reaching memory limit",
    },
    { approach: "pg_advisory_lock", error: "40P01", line: "ERROR:  deadlock detected (SQLSTATE 40P01)" },
    { approach: "SharedArrayBuffer", error: "DataCloneError", line: "DataCloneError: #<SharedArrayBuffer> could not be cloned." },
    { approach: "sendfile", error: "ENOTSUP", line: "OSError: [Errno 95] ENOTSUP: operation not supported on socket" },
    { approach: "keyset_cache", error: "57014", line: "ERROR:  canceling statement due to statement timeout (SQLSTATE 57014)" },
  ],
  services: ["grafana", "labeld", "minio", "keycloak"],
  hosts: ["db-stage-2", "ci-arm-07", "mirror.intra", "vault-eu"],
  versions: ["Node 18.20", "Python 3.9", "Go 1.21", "Rust 1.74", "glibc 2.28"],
  people: ["Jonas", "Amina", "Petra"],
  rules: ["#4471", "ADR-12", "SLA-99", "PCI-7.2"],
  findings: ["N+1 query", "unbounded Map", "missing await", "double decode", "stale ETag"],
  logMarks: ["zx9-heartbeat", "qpump-17", "drain-tick"],
  branches: ["feat/cursor-pages", "fix/late-refunds", "chore/split-router", "feat/signed-hooks", "fix/tenant-leak", "feat/csv-intake"],
};

const test: Words = {
  projects: ["harbourmaster", "seedbank", "lumen-api", "rota", "papertrail-eu", "quarry"],
  things: [
    "rate limiting",
    "SAML sign-on",
    "bulk archive",
    "ETag support",
    "PDF receipts",
    "offline queue",
    "row-level access",
    "schema registry",
    "geo search",
    "legal hold",
  ],
  places: [
    "/v3/contracts",
    "SlotPlanner",
    "/api/berths",
    "GrainIndex",
    "/ops/tokens",
    "ShiftMatcher",
    "/exports/weekly",
    "ThumbnailPool",
    "/v3/claims",
    "PayoutWorker",
  ],
  pairs: [
    { chosen: "msgspec", dropped: "marshmallow" },
    { chosen: "ClickHouse", dropped: "TimescaleDB" },
    { chosen: "kysely", dropped: "Sequelize" },
    { chosen: "Caddy", dropped: "HAProxy" },
    { chosen: "Temporal", dropped: "Celery" },
    { chosen: "Avro", dropped: "Protobuf" },
    { chosen: "argon2id", dropped: "scrypt" },
    { chosen: "Meilisearch", dropped: "Solr" },
  ],
  reasons: [
    { kind: "whyLicence", term: "AGPL-3.0" },
    { kind: "whyLicence", term: "SSPL" },
    { kind: "whyRuntime", term: "Windows Server 2019" },
    { kind: "whyRuntime", term: "RISC-V" },
    { kind: "whyRuntime", term: "iOS 14" },
    { kind: "whyCost", term: "€2,300" },
    { kind: "whyCost", term: "$610" },
    { kind: "whyLatency", term: "890 ms" },
    { kind: "whyLatency", term: "4.1 s" },
  ],
  troubles: [
    { approach: "io_uring", error: "EPERM", line: "io_uring_setup: EPERM (Operation not permitted)" },
    { approach: "BroadcastChannel", error: "InvalidStateError", line: "InvalidStateError: BroadcastChannel is closed" },
    { approach: "SKIP_LOCKED", error: "40001", line: "ERROR:  could not serialize access due to concurrent update (SQLSTATE 40001)" },
    { approach: "mmap_index", error: "SIGBUS", line: "fatal: signal SIGBUS: bus error code=0x2" },
    { approach: "uvloop", error: "ENOTSOCK", line: "OSError: [Errno 88] ENOTSOCK: Socket operation on non-socket" },
    { approach: "hash_partitions", error: "53200", line: "ERROR:  out of shared memory (SQLSTATE 53200)" },
  ],
  services: ["prometheus", "badge-gw", "mailhog", "authentik"],
  hosts: ["pg-dr-1", "builder-x9", "npm.corp", "kms-west"],
  versions: ["Node 16.20", "Python 3.8", "Go 1.20", "Rust 1.70", "OpenSSL 1.1.1"],
  people: ["Ines", "Tomasz", "Yuki"],
  rules: ["#8820", "RFC-31", "DPA-4", "SOX-404"],
  findings: ["off-by-one page", "leaked cursor", "missing index", "swallowed rejection", "clock skew"],
  logMarks: ["vv3-keepalive", "spool-88", "gc-sweep-x"],
  branches: ["feat/saml-acs", "fix/slot-overlap", "chore/drop-celery", "feat/etag-304", "fix/claim-race", "feat/geo-tiles"],
};

export const WORDS: Readonly<Record<Half, Words>> = { dev, test };
