"""From Markdown pages to a site: mkdocs, the output folder and a local server."""
