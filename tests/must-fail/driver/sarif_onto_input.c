{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "mecc",
          "version": "mecc 0.1.0 (commit 99a721bed0df), LLVM 19.1.7"
        }
      },
      "results": [
        {
          "level": "error",
          "message": {
            "text": "would be overwritten by the output, choose another name with -o or rename the sources"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "./sarif_onto_input.c"
                }
              }
            }
          ]
        }
      ]
    }
  ]
}
