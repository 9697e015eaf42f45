/** The ways from an account into a database. */
export default `To a warehouse

A list as a table

  emk contacts list --out contacts.parquet --force

A Parquet file has a type for each column, each custom field as a column, and
the same columns when the list is empty. DuckDB, Spark, BigQuery, Snowflake and
pandas read it as it is:

  duckdb -c "FROM 'contacts.parquet' LIMIT 5"

"emk schema contacts --postgres" prints the table for a database that reads no
Parquet.

Everything in a folder

  emk export account-copy

One file for each kind of record: contacts, segments and who is in them, groups
and who left them, mailings and automations with their statistics, and the
rest. manifest.json tells the rows, the columns and the sha256 of each file.
The folder appears when all of it is written. The next export replaces it, and a
folder with other files only with --force. --format jsonl or csv writes those.

The service has no snapshot. So emk reads the short lists a second time in the
end, and names in the manifest and in a warning what changed meanwhile. Run it
again, or at night, for a copy that fits together.

Singer, as for Meltano

  emk tap --discover > catalog.json
  emk tap --catalog catalog.json | target-jsonl

Each run prints every record, and then activates this version of each stream:
the target deletes the rows that are gone from the account, if it knows
ACTIVATE_VERSION. A list that breaks activates nothing. --streams
contacts,single_sends names streams, and so does "streams" in --config. Pass
the last state with --state. Keys come from the profile or from the
environment: emk refuses a --config that holds any.

As a plugin of Meltano:

  plugins:
    extractors:
      - name: tap-emk
        namespace: emk
        executable: emk-tap.sh   # exec emk tap "$@"
        capabilities: [catalog, discover, state]

dlt

  import json, subprocess, dlt

  @dlt.resource(name="contacts", primary_key="id", write_disposition="replace")
  def contacts():
      emk = ["emk", "contacts", "list", "-o", "jsonl"]
      with subprocess.Popen(emk, stdout=subprocess.PIPE) as run:
          yield from map(json.loads, run.stdout)
      if run.returncode != 0:
          raise RuntimeError("Some contacts could not be read.")

  dlt.pipeline("emk", destination="duckdb").run(contacts())

Examples:
  $ emk contacts list --out contacts.parquet --force
  $ emk export account-copy --json
  $ emk tap --streams contacts | target-jsonl
`;
