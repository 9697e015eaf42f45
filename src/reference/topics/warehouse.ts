/** The ways from an account into a database. */
export default `To a warehouse

A list as a table

JSON lines have every field as the service sent it, and lists of any size take
the same little memory. If a list stops half-way, the old file stays.

  $ emk contacts list --out contacts.jsonl --force
  $ duckdb -c "FROM 'contacts.jsonl' LIMIT 5"

CSV has one column for each field, for spreadsheets and SQLite:

  $ emk contacts list --out contacts.csv --force
  $ sqlite3 -csv mail.db '.import contacts.csv contacts'

DuckDB makes a Parquet file of either:

  $ duckdb -c "COPY (FROM 'contacts.jsonl') TO 'contacts.parquet'"

Everything in a folder

docs/copy-account.sh copies every list as JSON lines, and the recipients of each
segment and group under its id. The service has no snapshots: run it at night.

Examples:
  $ emk contacts list --out contacts.jsonl --force
  $ emk single-sends stats --out results.csv --force
`;
