#!/usr/bin/env python3
"""Writes orders.csv: `python3 make.py > orders.csv` makes the 2,000 orders that lie here, `python3 make.py 20000` ten times as many.

The numbers follow from the number of the order alone, so that the file is the same on every machine.
"""
import datetime
import sys

count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
print("order,date,customer,product,units,unit price")
for number in range(1, count + 1):
    mixed = number * 2654435761 % 2**32
    date = datetime.date(2024, 1, 1) + datetime.timedelta(days=mixed // 7 % 731)
    customer = f"C{mixed // 3 % 40 + 1:03}"
    product = ["tea", "coffee", "cocoa", "milk"][mixed // 11 % 4]
    units = mixed // 13 % 9 + 1
    price = {"tea": "3.5", "coffee": "6.2", "cocoa": "4.8", "milk": "1.1"}[product]
    print(f"{1000 + number},{date},{customer},{product},{units},{price}")
