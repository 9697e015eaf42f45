/** The ways from an account into a database. */
export default `To a warehouse

A list as a table

  $ emk people list --out contacts.parquet --overwrite

A Parquet file has a type for each column, a column for each custom field, and
the same columns when the list is empty. custom_unlisted holds, as JSON, what
contacts have in fields that the account no longer lists. DuckDB, Spark,
BigQuery, Snowflake and pandas read it:

  $ duckdb -c "FROM 'contacts.parquet' LIMIT 5"

For a database that can't read Parquet, "emk schema contacts --postgres" prints
the table.

Everything in a folder

  $ emk export account-copy

writes one file for each kind of record: contacts, segments and who is in them,
groups and who left them, mailings and automations with their statistics, and
the rest. manifest.json names the rows, columns and sha256 of each file. To get
other files: --format jsonl or csv. The folder appears when it is complete. The
next export replaces it; a folder with other files needs --overwrite.

The service has no snapshots. So emk reads the short lists again at the end, and
a warning and the manifest name what changed in between. For a consistent copy,
run it again, or at night.

Singer, as for Meltano

  $ emk tap --discover > catalog.json
  $ emk tap --catalog catalog.json | target-jsonl

Each run prints every record, and activates this version of each stream at the
end: a target that knows ACTIVATE_VERSION then deletes rows that are gone from
the account. A list that stops half-way activates nothing. --streams
contacts,single_sends chooses streams, as "streams" in --config does. Pass the
last state with --state. Keys come from the profile or the environment: emk
refuses a --config that holds a key.

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
  $ emk people list --out contacts.parquet --overwrite
  $ emk export account-copy --json
  $ emk tap --streams contacts | target-jsonl
`;
