"""The intermediate form: functions of statements over integers; how to make and to read them."""
